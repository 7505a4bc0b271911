import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryFiles } from '#app/features/campus-form-editing/memory-files.ts'
import { CampusFormFields } from '#app/features/campus-forms/CampusFormFields.tsx'
import type { QuestionInput as RealQuestionInput } from '#app/features/campus-forms/QuestionInput.tsx'
import { setLanguage } from '#app/lib/language/language.ts'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { everyTypeForm, largestForm } from '#tests/support/screens/campus-form-samples.ts'

/** The names of the questions whose inputs were rendered, in their order. */
const rendered = vi.hoisted((): string[] => [])
vi.mock('#app/features/campus-forms/QuestionInput.tsx', async (original) => {
  const { QuestionInput } = await original<{ QuestionInput: typeof RealQuestionInput }>()
  return {
    QuestionInput: (props: Parameters<typeof QuestionInput>[0]) => {
      rendered.push(props.question.name)
      return <QuestionInput {...props} />
    },
  }
})

const router = createRouter({ routeTree: createRootRoute() })
const context = { today: '2026-09-01', studentName: '林小满', facts: {} }
const FILE = '00000000-0000-4000-8000-000000000001'
const SECOND = '00000000-0000-4000-8000-000000000002'
const files = {
  add: () => Promise.resolve({ id: FILE }),
  remove: () => {},
  find: () => ({ id: FILE, name: '', type: 'image/png', bytes: 10 }),
  read: () => Promise.resolve(new Blob(['x'], { type: 'image/png' })),
  ids: () => new Set([FILE, SECOND]),
}

// The simulated browser has no canvas; a browser test draws.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['x'], { type: 'image/png' })),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  setLanguage('zh')
})

// The inputs of rarer types load when a form has such a question.
const loadInputs = async () => {
  render(
    <RouterContextProvider router={router}>
      <CampusFormFields
        definition={everyTypeForm}
        context={context}
        files={files}
        send={async () => ({ type: 'sent' })}
      />
    </RouterContextProvider>,
  )
  await screen.findByLabelText('签名：请输入本人姓名')
  cleanup()
}
beforeEach(loadInputs)

function show(props: Partial<Parameters<typeof CampusFormFields>[0]> = {}) {
  const send = vi.fn<(answers: CampusFormAnswers) => Promise<{ type: 'sent' }>>(() =>
    Promise.resolve({ type: 'sent' }),
  )
  const onAnswers = vi.fn<(answers: CampusFormAnswers) => void>()
  render(
    <RouterContextProvider router={router}>
      <CampusFormFields
        definition={everyTypeForm}
        context={context}
        send={send}
        onAnswers={onAnswers}
        files={files}
        loadClassmates={() => Promise.resolve([{ student: 'S2', name: '王二' }])}
        {...props}
      />
    </RouterContextProvider>,
  )
  return { send, onAnswers, user: userEvent.setup() }
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const group = (name: string) => within(screen.getByRole('group', { name }))
const submit = (user: ReturnType<typeof userEvent.setup>, name = '提交') =>
  user.click(screen.getByRole('button', { name }))

test('a campus form takes an answer of every type and returns what is asked and computed', async () => {
  const { send, user } = show()
  type('昵称', '小满')
  type('自我介绍', '  你好 ')
  type('兄弟姐妹', '２')
  type('身高', '1.7')
  type('家庭月收入', '8,000.5')
  type('生日', '2008-01-02')
  type('就寝时间', '22:30')
  await user.click(group('是否吸烟').getByRole('radio', { name: '否' }))
  await user.click(group('校区').getByRole('radio', { name: '西校区' }))
  expect(group('楼').queryByRole('radio', { name: '东一楼' })).toBeNull()
  await user.click(group('楼').getByRole('radio', { name: '西一楼' }))
  await user.click(group('爱好').getByRole('checkbox', { name: '音乐' }))
  await user.click(group('爱好').getByRole('checkbox', { name: '读书' }))
  type('联系电话', '+86 138 0000 0000')
  type('证件号', ' 110105 200801010014')
  await user.click(screen.getByLabelText('想同住的同学'))
  await user.click(await screen.findByRole('radio', { name: '王二' }))
  type('姓名', '林父')
  type('年龄', '50')
  await user.click(screen.getByRole('button', { name: '添加家庭成员' }))
  const [, name] = screen.getAllByLabelText('姓名')
  const [, age] = screen.getAllByLabelText('年龄')
  for (const [input, value] of [
    [name, '林母'],
    [age, '48'],
  ] as const)
    if (input !== undefined) fireEvent.change(input, { target: { value } })
  type('签名：请输入本人姓名', '林 小满')
  await user.click(screen.getByRole('button', { name: '不能手写？用输入的姓名生成签名' }))
  await submit(user)
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[0]).toEqual({
    nickname: '小满',
    about: '你好',
    siblings: '2',
    height: '1.7',
    income: '800050',
    birthday: '2008-01-02',
    bedtime: '22:30',
    smokes: 'no',
    branch: 'west',
    building: 'w1',
    hobbies: ['read', 'music'],
    home: '',
    phone: '13800000000',
    document: { type: 'resident', number: '110105200801010014' },
    mate: { student: 'S2', name: '王二' },
    card: [],
    proof: [],
    members: [
      { member_name: '林父', age: '50' },
      { member_name: '林母', age: '48' },
    ],
    total_age: '98',
    source: 'phone',
    promise: { name: '林 小满', drawing: FILE },
  })
})

test('a campus form lists everything that is wrong in words and focuses the first question', async () => {
  const { send, user } = show()
  type('昵称', '六个字的昵称')
  type('身高', '0.5')
  type('家庭月收入', '999999999')
  await user.click(group('是否吸烟').getByRole('radio', { name: '是' }))
  type('签名：请输入本人姓名', '王二')
  await submit(user)
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '昵称 最多 5 个字',
    '身高 请以米为单位',
    '家庭月收入 不能大于 100000',
    '吸烟频率 请填写',
    '姓名 请填写',
    '签名：请输入本人姓名 请输入本人的完整姓名',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('昵称'))
  expect(send).not.toHaveBeenCalled()
})

test('an answer to a question that is not asked any more is kept while the form is filled in and not sent', async () => {
  const { send, onAnswers, user } = show()
  await user.click(group('是否吸烟').getByRole('radio', { name: '是' }))
  await submit(user)
  expect(await screen.findByText('吸烟频率', { selector: 'b' })).toBeTruthy()
  type('吸烟频率', '每天')
  await user.click(group('是否吸烟').getByRole('radio', { name: '否' }))
  expect(screen.queryByLabelText('吸烟频率')).toBeNull()
  expect(onAnswers.mock.lastCall?.[0]['brand']).toBe('每天')
  type('昵称', '小满')
  type('姓名', '林父')
  type('签名：请输入本人姓名', '林小满')
  await user.click(screen.getByRole('button', { name: '不能手写？用输入的姓名生成签名' }))
  await submit(user)
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[0]).not.toHaveProperty('brand')
  await user.click(group('是否吸烟').getByRole('radio', { name: '是' }))
})

test('a question that is asked again shows the answer that was typed before', async () => {
  const { user } = show()
  const smokes = group('是否吸烟')
  await user.click(smokes.getByRole('radio', { name: '是' }))
  type('吸烟频率', '每天')
  await user.click(smokes.getByRole('radio', { name: '否' }))
  await user.click(smokes.getByRole('radio', { name: '是' }))
  expect(screen.getByLabelText<HTMLInputElement>('吸烟频率').value).toBe('每天')
})

test('a removed group of a repetition comes back by undo, and the least number of groups cannot be removed', async () => {
  const { user } = show({
    answers: { members: [{ member_name: '林父' }, { member_name: '林母' }] },
  })
  await user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  expect(screen.getAllByLabelText<HTMLInputElement>('姓名').map(({ value }) => value)).toEqual([
    '林母',
  ])
  expect(screen.queryByRole('button', { name: /^移除/ })).toBeNull()
  const undo = screen.getByRole('button', { name: '撤销' })
  expect(document.activeElement).toBe(undo)
  await user.click(undo)
  expect(screen.getAllByLabelText<HTMLInputElement>('姓名').map(({ value }) => value)).toEqual([
    '林父',
    '林母',
  ])
})

test('a campus form is filled with answers, and questions that have changed are marked', () => {
  show({
    answers: { nickname: '小满', income: '123450', hobbies: ['sport'], smokes: 'no' },
    askAgain: new Set(['nickname']),
  })
  expect(screen.getByLabelText<HTMLInputElement>('昵称').value).toBe('小满')
  expect(screen.getByLabelText<HTMLInputElement>('家庭月收入').value).toBe('1234.50')
  expect(group('爱好').getByRole<HTMLInputElement>('checkbox', { name: '运动' }).checked).toBe(true)
  expect(screen.getByText('请重新确认：这一题是新的或有改动。')).toBeTruthy()
})

test('a form that is only tried refuses the file that a phone refuses, also on an insecure page', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { onAnswers } = show({ files: createMemoryFiles() })
  const add = (size: number) =>
    fireEvent.change(screen.getByLabelText('选择文件 证明文件', { selector: 'input' }), {
      target: { files: [new File(['x'.repeat(size)], '证明.pdf', { type: 'application/pdf' })] },
    })
  add(1_001)
  expect(await screen.findByText('文件不能超过 1 KB')).toBeTruthy()
  add(1_000)
  expect(await screen.findByRole('button', { name: '移除证明.pdf' })).toBeTruthy()
  expect(onAnswers.mock.lastCall?.[0]['proof']).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  ])
  vi.unstubAllGlobals()
})

test('an answer is judged again when the answer changes on which it depends', async () => {
  const items = [
    { type: 'yesNo', name: 'takes', label: { zh: '是否住宿', en: '' } },
    { type: 'integer', name: 'first', label: { zh: '从第几周', en: '' } },
    {
      type: 'integer',
      name: 'last',
      label: { zh: '到第几周', en: '' },
      constraint: '. >= ${first}',
      constraintMessage: { zh: '不能早于第 ${first} 周', en: '' },
    },
  ]
  const { user } = show({
    definition: v.parse(CampusFormDefinition, { title: { zh: '住宿', en: '' }, items }),
  })
  const wrong = () => screen.queryByText(/^不能早于/)?.textContent
  await user.type(screen.getByLabelText('从第几周'), '9')
  await user.type(screen.getByLabelText('到第几周'), '5')
  await user.tab()
  await waitFor(() => expect(wrong()).toBe('不能早于第 9 周'))
  // What is shown follows each keystroke.
  type('从第几周', '7')
  expect(wrong()).toBe('不能早于第 7 周')
  type('从第几周', '4')
  await waitFor(() => expect(wrong()).toBeUndefined())
  // A new problem is told once the question is left.
  await user.clear(screen.getByLabelText('从第几周'))
  await user.type(screen.getByLabelText('从第几周'), '6')
  expect(wrong()).toBeUndefined()
  await user.tab()
  await waitFor(() => expect(wrong()).toBe('不能早于第 6 周'))
})

test('the texts of a form contain the answers that they name, in words', async () => {
  const { user } = show({
    definition: v.parse(CampusFormDefinition, {
      title: { zh: '住宿', en: '' },
      items: [
        { type: 'text', name: 'nick', label: { zh: '称呼', en: '' } },
        { type: 'selectOne', name: 'floor', label: { zh: '楼层', en: '' }, choices: 'floors' },
        { type: 'note', name: 'hello', label: { zh: '您好，${nick}', en: '' } },
        {
          type: 'repetition',
          name: 'mates',
          label: { zh: '室友', en: '' },
          items: [
            { type: 'text', name: 'mate', label: { zh: '姓名', en: '' } },
            {
              type: 'yesNo',
              name: 'agrees',
              label: { zh: '${mate} 也住${floor}吗', en: '' },
              hint: { zh: '${nick}的室友', en: '' },
            },
          ],
        },
      ],
      choices: { floors: [{ name: 'low', label: { zh: '低层', en: '' } }] },
    }),
  })
  type('称呼', '小满')
  await user.click(group('楼层').getByRole('radio', { name: '低层' }))
  type('姓名', '王二')
  expect(screen.getByText('您好，小满')).toBeTruthy()
  expect(screen.getByRole('group', { name: '王二 也住低层吗' })).toBeTruthy()
  expect(screen.getByText('选填。小满的室友')).toBeTruthy()
})

const optional = (type: string, more: object = {}) => ({
  definition: v.parse(CampusFormDefinition, {
    title: { zh: '表', en: '' },
    items: [{ type, name: 'asked', label: { zh: '题目', en: '' }, ...more }],
  }),
})

test('a form that is submitted while a file is being stored waits for it, and another can be removed meanwhile', async () => {
  let resolve = (_added: { id: string }) => {}
  const adding = new Promise<{ id: string }>((done) => (resolve = done))
  const { send, user } = show({
    ...optional('file', { count: 2 }),
    answers: { asked: [FILE] },
    files: { ...files, add: () => adding },
  })
  fireEvent.change(screen.getByLabelText('选择文件 题目', { selector: 'input' }), {
    target: { files: [new File(['x'], '证明.pdf', { type: 'application/pdf' })] },
  })
  await submit(user)
  await user.click(screen.getByRole('button', { name: '移除文件1' }))
  expect(send).not.toHaveBeenCalled()
  resolve({ id: SECOND })
  await waitFor(() => expect(send.mock.lastCall?.[0]).toEqual({ asked: [SECOND] }))
})

test('a form that waits for a file is not sent without it, and says at the question what is wrong', async () => {
  let resolve = (_added: { problem: 'too-large' }) => {}
  const adding = new Promise<{ problem: 'too-large' }>((done) => (resolve = done))
  const { send, user } = show({
    ...optional('file'),
    files: { ...files, add: () => adding },
  })
  fireEvent.change(screen.getByLabelText('选择文件 题目', { selector: 'input' }), {
    target: { files: [new File(['x'], '证明.pdf', { type: 'application/pdf' })] },
  })
  await submit(user)
  resolve({ problem: 'too-large' })
  expect((await screen.findByRole('alert')).textContent).toMatch(/文件不能超过/)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择文件 题目' })),
  )
  expect(send).not.toHaveBeenCalled()
  // The student knows now, and the question is optional.
  await submit(user)
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('a form that waits for a picture is not sent without it if the picture cannot be read', async () => {
  const { send, user } = show(optional('picture'))
  fireEvent.change(screen.getByLabelText('添加图片 题目', { selector: 'input' }), {
    target: { files: [new File(['no picture'], '照片.jpg', { type: 'image/jpeg' })] },
  })
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^照片/)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '添加图片 题目' })),
  )
  expect(send).not.toHaveBeenCalled()
})

test('a file of a type that is not accepted is refused when it is chosen', async () => {
  const add = vi.fn<() => Promise<{ id: string }>>(async () => ({ id: FILE }))
  show({ ...optional('file'), files: { ...files, add } })
  const input = screen.getByLabelText('选择文件 题目', { selector: 'input' })
  expect(input.getAttribute('accept')).toMatch(/\.pdf,.*\.png/)
  const choose = (name: string) =>
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  choose('evil.html')
  expect((await screen.findByRole('alert')).textContent).toMatch(/只能上传/)
  expect(add).not.toHaveBeenCalled()
  choose('成绩.PDF')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(add).toHaveBeenCalledOnce()
})

test('a choice that is not offered any more is dropped, and an optional question blocks nothing', async () => {
  const named = (name: string) => ({ name, label: { zh: name, en: '' } })
  const city = (name: string, area: string) => ({ ...named(name), columns: { area } })
  const asked = { choices: 'cities', filter: 'area = ${area}' }
  const { send, user } = show({
    definition: v.parse(CampusFormDefinition, {
      title: { zh: '表', en: '' },
      items: [
        { ...named('area'), label: { zh: '大区', en: '' }, type: 'selectOne', choices: 'areas' },
        {
          ...named('trips'),
          type: 'repetition',
          least: 1,
          items: [{ type: 'selectOne', name: 'city', label: { zh: '城市', en: '' }, ...asked }],
        },
        { type: 'selectMany', name: 'more', label: { zh: '多城市', en: '' }, ...asked },
      ],
      choices: {
        areas: [named('north'), named('south'), named('middle')],
        cities: [city('beijing', 'north'), city('tianjin', 'north'), city('wuhan', 'middle')],
      },
    }),
  })
  await user.click(group('大区').getByRole('radio', { name: 'north' }))
  await user.click(group('城市').getByRole('radio', { name: 'beijing' }))
  await user.click(group('多城市').getByRole('checkbox', { name: 'tianjin' }))
  await user.click(group('大区').getByRole('radio', { name: 'south' }))
  await submit(user)
  await waitFor(() =>
    expect(send.mock.lastCall?.[0]).toEqual({ area: 'south', trips: [{ city: '' }], more: [] }),
  )
})

test('a name that is typed while the drawn signature is being stored stays, and a signature that is removed is deleted', async () => {
  const remove = vi.fn<(ids: readonly string[]) => void>()
  let resolve = (_added: { id: string }) => {}
  const adding = new Promise<{ id: string }>((done) => (resolve = done))
  const { send, user } = show({
    ...optional('statement', { isDrawn: true, required: true }),
    files: { ...files, add: () => adding, remove },
  })
  type('签名：请输入本人姓名', '林小')
  await user.click(screen.getByRole('button', { name: '不能手写？用输入的姓名生成签名' }))
  type('签名：请输入本人姓名', '林小满')
  await submit(user)
  expect(send).not.toHaveBeenCalled()
  resolve({ id: FILE })
  await waitFor(() =>
    expect(send.mock.lastCall?.[0]).toEqual({ asked: { name: '林小满', drawing: FILE } }),
  )
  await user.click(screen.getByRole('button', { name: '重新签名' }))
  expect(remove.mock.calls).toEqual([[[FILE]]])
})

test('a tap on another question is not lost by the error of the question that it leaves', async () => {
  const { user } = show()
  await user.click(screen.getByLabelText('昵称'))
  await user.type(screen.getByLabelText('昵称'), '六个字的昵称')
  const [option] = group('是否吸烟').getAllByRole('radio')
  if (option === undefined) throw new Error('no option')
  await user.pointer({ keys: '[MouseLeft>]', target: option })
  expect(document.activeElement).not.toBe(screen.getByLabelText('昵称'))
  // Timers and promises of the blur have run.
  await screen.findByRole('button', { name: '提交' })
  expect(screen.queryByText('最多 5 个字')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: option })
  expect(await screen.findByText('最多 5 个字')).toBeTruthy()
})

test('issues that the university reports are shown at their questions', async () => {
  show({
    issues: [
      { path: 'answers.members.0.member_name', message: '姓名重复' },
      { path: 'nickname', message: '昵称已被使用' },
    ],
  })
  expect(await screen.findByText('姓名重复')).toBeTruthy()
  expect(screen.getByText('昵称已被使用')).toBeTruthy()
})

test('a campus form is in English for a reader of English', async () => {
  setLanguage('en')
  const { user } = show()
  await submit(user, 'Submit')
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Nickname Please fill this in',
    'Do you smoke? Choose',
    'Name Please fill this in',
    'Signature: type your own name Please sign',
  ])
})

test('a keystroke in a form of 200 questions renders only what it changes', async () => {
  const { onAnswers } = show({ definition: largestForm })
  const inputs = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(inputs.length).toBe(160)
  rendered.length = 0
  type('问题0', '一')
  expect(onAnswers.mock.lastCall?.[0]['q0']).toBe('一')
  expect(new Set(rendered)).toEqual(new Set(['q0']))
  expect(screen.getByLabelText('问题1')).toBeTruthy()
  type('问题0', '无')
  expect(screen.queryByLabelText('问题1')).toBeNull()
  expect(new Set(rendered)).toEqual(new Set(['q0']))
})
