import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { insertVersion } from '#server/features/campus-forms/store'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
afterEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('campus_form_draft').execute()
  await db.updateTable('campus_form').set({ version: null }).execute()
  await db.deleteFrom('campus_form_version').execute()
  await db.deleteFrom('campus_form').execute()
})

const DEFINITION: CampusFormDefinition = {
  title: { zh: '住宿问卷', en: '' },
  items: [
    {
      type: 'section',
      name: 'about',
      label: { zh: '关于您', en: '' },
      items: [],
    },
    {
      type: 'text',
      name: 'habit',
      label: { zh: '作息习惯', en: '' },
      required: true,
      readOnly: false,
      isLong: false,
      longest: 200,
    },
  ],
  choices: {},
}

const storedDraft = async () =>
  campus.backend().db.selectFrom('campus_form_draft').selectAll().executeTakeFirstOrThrow()

/** Stores a draft and resolves to the id of its form. */
async function addForm(definition = DEFINITION): Promise<string> {
  const { db, clock } = campus.backend()
  const id = 'form-1'
  await db.insertInto('campus_form').values({ id, created_at: clock.now() }).execute()
  await db
    .insertInto('campus_form_draft')
    .values({
      form_id: id,
      definition: JSON.stringify(definition),
      settings: JSON.stringify(INITIAL_FORM_SETTINGS),
      revision: 1,
      saved_at: clock.now(),
      saved_by: 'T4001',
    })
    .execute()
  return id
}

/** A colleague saves the draft meanwhile. */
const saveElsewhere = (title: string) =>
  campus
    .backend()
    .db.updateTable('campus_form_draft')
    .set({
      definition: JSON.stringify({ ...DEFINITION, title: { zh: title, en: '' } }),
      revision: 2,
      saved_by: 'T5001',
    })
    .execute()

async function addItem(user: UserEvent, type: string, label: string, labelEn = '') {
  await user.click(await screen.findByRole('button', { name: '添加题目' }))
  await user.click(await screen.findByRole('radio', { name: type }))
  await user.type(await screen.findByLabelText('题目文字'), label)
  if (labelEn !== '') await user.type(screen.getByLabelText('题目文字（英文）'), labelEn)
}

async function choose(user: UserEvent, field: string, option: string) {
  await user.click(screen.getByLabelText(field))
  const sheet = within(await screen.findByRole('dialog', { name: field }))
  await user.click(sheet.getByRole('radio', { name: option }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a new form is saved and published by one press, and is a draft at its own address if that is cancelled', async () => {
  const { user, address } = await openApp('/manage/forms/new', { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '宿舍问卷')
  await addItem(user, '是或否', '打呼噜')
  await user.click(screen.getByRole('button', { name: '发布' }))
  const sheet = within(await screen.findByRole('dialog', { name: '发布第 1 版' }))
  expect(sheet.getByText('这是第一版')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toMatch(/forms\/[0-9a-f-]{36}$/))
  await user.click(await screen.findByRole('button', { name: '发布' }))
  const again = within(await screen.findByRole('dialog', { name: '发布第 1 版' }))
  await user.click(again.getByRole('button', { name: '确认发布' }))
  expect(await screen.findByText('已发布第 1 版')).toBeTruthy()
  const forms = await campus.backend().db.selectFrom('campus_form').select('version').execute()
  expect(forms.filter(({ version }) => version === 1)).toHaveLength(1)
  expect(forms.filter(({ version }) => version === null)).toEqual([])
})

test('the office makes a form with choices and a branch by clicking, publishes it, and sees what a second version changes', async () => {
  const { user, address } = await openApp('/manage/forms', { as: 'T5001' })
  await user.click(await screen.findByRole('link', { name: '新建表单' }))
  await user.type(await screen.findByLabelText('表单名称'), '医保登记')
  await addItem(user, '单项选择', '参保方式', 'Kind of insurance')
  await user.click(screen.getByLabelText('选项内容'))
  await user.paste('学校统一参保 | School\n已在家乡参保 | At home')
  await addItem(user, '照片或图片', '参保凭证')
  await choose(user, '什么时候显示', '根据另一题的回答')
  await choose(user, '选项为', '已在家乡参保')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(address()).toMatch(/forms\/[0-9a-f-]{36}$/))
  const { definition } = await storedDraft()
  expect(definition).toMatchObject({
    title: { zh: '医保登记' },
    items: [
      { type: 'selectOne', name: 'kind_of_insurance', choices: 'kind_of_insurance' },
      { type: 'picture', name: 'picture', relevant: "${kind_of_insurance} = '2'" },
    ],
    choices: {
      kind_of_insurance: [
        { name: '1', label: { zh: '学校统一参保', en: 'School' } },
        { name: '2', label: { zh: '已在家乡参保', en: 'At home' } },
      ],
    },
  })
  const publish = async () => {
    await user.click(await screen.findByRole('button', { name: '发布' }))
    return within(await screen.findByRole('dialog', { name: /^发布第 \d 版$/ }))
  }
  const first = await publish()
  expect(first.getByText('这是第一版')).toBeTruthy()
  await user.click(first.getByRole('button', { name: '确认发布' }))
  expect(await screen.findByText('已发布第 1 版')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: /^参保凭证/ }))
  await user.type(await screen.findByLabelText('题目文字'), '（正反面）')
  const second = await publish()
  const changes = within(second.getByRole('region', { name: '与上一版相比' }))
  expect(changes.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    '修改： 参保凭证（正反面）',
    '参保凭证（正反面）',
  ])
  await user.click(second.getByRole('button', { name: '确认发布' }))
  expect(await screen.findByText('已发布第 2 版')).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: '历史版本' }))
  await user.click(await screen.findByRole('button', { name: '查看变化：第 1 版' }))
  expect(await screen.findByText('这是第一版')).toBeTruthy()
})

test('questions are moved by the keyboard into a section and out of it, deleted and brought back', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm()}`, { as: 'T5001' })
  const habit = () => screen.findByRole('button', { name: /^作息习惯/ })
  ;(await habit()).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect((await habit()).closest('li')?.parentElement?.closest('li')?.textContent).toContain(
    '关于您',
  )
  expect(document.activeElement).toBe(await habit())
  expect(screen.getByText('“作息习惯”已移到第 2 位')).toBeTruthy()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect((await habit()).closest('li')?.parentElement?.closest('li')).toBeNull()
  await user.click(await habit())
  await user.click(await screen.findByRole('button', { name: '删除题目：作息习惯' }))
  expect(screen.queryByRole('button', { name: /^作息习惯/ })).toBeNull()
  expect(await screen.findByText('已删除“作息习惯”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(await habit()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '重做' }))
  expect(screen.queryByRole('button', { name: /^作息习惯/ })).toBeNull()
})

test('unsaved changes survive a reload, and can be discarded', async () => {
  const address = `/manage/forms/${await addForm()}`
  const { user, restart } = await openApp(address, { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '（新）')
  expect(await screen.findByText(/^有修改尚未保存/)).toBeTruthy()
  const again = await restart()
  const title = await screen.findByLabelText<HTMLInputElement>('表单名称')
  expect(title.value).toBe('住宿问卷（新）')
  expect(await screen.findByText(/^已恢复您 .* 在本机所做、尚未保存的修改。$/)).toBeTruthy()
  await again.user.click(screen.getByRole('button', { name: '放弃这些修改' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('表单名称').value).toBe('住宿问卷'),
  )
  await again.restart()
  expect((await screen.findByLabelText<HTMLInputElement>('表单名称')).value).toBe('住宿问卷')
})

test('a draft that a colleague saved meanwhile is not overwritten unasked, and mine can become a form of its own', async () => {
  const { user, address } = await openApp(`/manage/forms/${await addForm()}`, { as: 'T5001' })
  const title = await screen.findByLabelText<HTMLInputElement>('表单名称')
  await user.type(title, '（我的）')
  await saveElsewhere('同事的问卷')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  expect(await screen.findByText(/^其他人在您打开之后保存过这份表单/)).toBeTruthy()
  expect(title.value).toBe('住宿问卷（我的）')
  expect((await storedDraft()).definition.title.zh).toBe('同事的问卷')
  await user.click(screen.getByRole('button', { name: '把我的另存为新表单' }))
  await waitFor(() => expect(address()).not.toContain('form-1'))
  const { db } = campus.backend()
  const drafts = await db.selectFrom('campus_form_draft').select('definition').execute()
  expect(drafts.map(({ definition }) => definition.title.zh).sort()).toEqual([
    '住宿问卷（我的）',
    '同事的问卷',
  ])
})

test('after a conflict, mine overwrites theirs only by its own button', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm()}`, { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '（我的）')
  await saveElsewhere('同事的问卷')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await user.click(await screen.findByRole('button', { name: '用我的覆盖' }))
  await waitFor(async () =>
    expect((await storedDraft()).definition.title.zh).toBe('住宿问卷（我的）'),
  )
  await waitFor(() => expect(screen.queryByText(/^其他人在您打开之后/)).toBeNull())
})

test('a question that overwrites the form of a colleague gets no code that the colleague has published meanwhile', async () => {
  const form = await addForm()
  const { user } = await openApp(`/manage/forms/${form}`, { as: 'T5001' })
  await addItem(user, '文字填写', '我的题目')
  const [about, habit] = DEFINITION.items
  if (about === undefined || habit === undefined) throw new Error('no items')
  const theirs = { ...DEFINITION, items: [about, habit, { ...habit, name: 'text' }] }
  await saveElsewhere('同事的问卷')
  const { db, clock } = campus.backend()
  await insertVersion(db, {
    form,
    definition: theirs,
    settings: INITIAL_FORM_SETTINGS,
    by: 'T4001',
    now: clock.now(),
  })
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await user.click(await screen.findByRole('button', { name: '用我的覆盖' }))
  const names = async () => (await storedDraft()).definition.items.map(({ name }) => name)
  await waitFor(async () => expect(await names()).toEqual(['about', 'habit', 'text_2']))
  await addItem(user, '文字填写', '再一题')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(async () => expect(await names()).toEqual(['about', 'habit', 'text_2', 'text_3']))
})

test('what prevents a publication is said in words and leads to its question', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm()}`, { as: 'T5001' })
  await user.click(await screen.findByRole('button', { name: /^作息习惯(?!：)/ }))
  await choose(user, '什么时候显示', '按表达式')
  const expression = screen.getByLabelText('表达式')
  await user.click(expression)
  await user.paste('${nobody} = ')
  expect(await screen.findByText(/^表达式没有写完/)).toBeTruthy()
  await user.paste("'a'")
  expect(screen.queryByText(/^表达式没有写完/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '发布' }))
  await user.click(
    await screen.findByRole('button', {
      name: '作息习惯：显示条件或公式用到的题目不存在或已删除，请重新选择（代码 nobody）',
    }),
  )
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^作息习惯(?!：)/ })),
  )
  await user.clear(expression)
  await user.click(screen.getByText('更多'))
  await user.click(screen.getByLabelText('回答必须满足'))
  await user.paste("regex(., '(a+)+b')")
  await choose(user, '什么时候显示', '总是显示')
  await user.click(screen.getByRole('button', { name: '发布' }))
  expect(
    await screen.findByRole('button', { name: /^作息习惯：格式 \(a\+\)\+b 对某些回答要算很久/ }),
  ).toBeTruthy()
})

test('a name that is taken or no name is refused with a sentence, and a new name changes the expressions that read it', async () => {
  const [section, habit] = DEFINITION.items
  if (section === undefined || habit === undefined) throw new Error('the form has two items')
  const { user } = await openApp(
    `/manage/forms/${await addForm({
      ...DEFINITION,
      items: [{ ...section, relevant: "${habit} != ''" }, habit],
    })}`,
    { as: 'T5001' },
  )
  await user.click(await screen.findByRole('button', { name: /^作息习惯/ }))
  await user.click(screen.getByText('更多'))
  const name = screen.getByLabelText('题目代码')
  const write = async (text: string) => {
    await user.clear(name)
    await user.type(name, text)
  }
  await write('about')
  expect(await screen.findByText('已有题目使用这个代码')).toBeTruthy()
  await write('作息')
  expect(await screen.findByText(/^题目代码以字母开头/)).toBeTruthy()
  await write('sleep')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await screen.findByText('草稿已保存')
  expect((await storedDraft()).definition.items).toMatchObject([
    { name: 'about', relevant: "${sleep} != ''" },
    { name: 'sleep' },
  ])
})

test('the settings say for whom and when a form is, and make it a step', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm()}`, { as: 'T5001' })
  await user.click(await screen.findByRole('radio', { name: '设置' }))
  await choose(user, '新生或在校生', '学校全体学生')
  await user.type(await screen.findByLabelText('何时开放'), '2026-09-02 08:00')
  await user.type(screen.getByLabelText('何时截止'), '2026-09-01 08:00')
  await user.tab()
  expect(await screen.findByText('截止时间要晚于开始时间')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  expect(await screen.findByText('有内容填写有误，请先改好列出的地方')).toBeTruthy()
  await user.clear(screen.getByLabelText('何时截止'))
  await user.click(screen.getByLabelText('作为迎新步骤，出现在学生的首页'))
  const payment = await campus
    .backend()
    .db.selectFrom('flow_step')
    .select('title')
    .where('page', '=', 'onlinefee')
    .executeTakeFirstOrThrow()
  await user.click(await screen.findByLabelText(payment.title))
  await user.click(screen.getByLabelText('需要审核'))
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await screen.findByText('草稿已保存')
  expect((await storedDraft()).settings).toMatchObject({
    audience: { cohort: 'all' },
    window: { from: '2026-09-02 08:00', until: '' },
    step: { before: ['onlinefee'], isSkippable: false },
    isReviewed: true,
  })
})

test('edits of a new form can still be undone after it was saved for the first time', async () => {
  const { user, address } = await openApp('/manage/forms/new', { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '宿舍问卷')
  await addItem(user, '是或否', '打呼噜')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(address()).toMatch(/forms\/[0-9a-f-]{36}$/))
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(await screen.findByRole('button', { name: /^未命名的“是或否”(?!：)/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(async () =>
    expect((await storedDraft()).definition.items).toMatchObject([{ label: { zh: '' } }]),
  )
  expect(await campus.backend().db.selectFrom('campus_form').select('id').execute()).toHaveLength(1)
})

test('a text that a field cannot take stays with its reason, and is neither saved nor lost', async () => {
  const address = `/manage/forms/${await addForm()}`
  const { user, restart } = await openApp(address, { as: 'T5001' })
  await user.click(await screen.findByRole('button', { name: /^作息习惯/ }))
  const write = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  await write('最多字数', '两百')
  await user.click(screen.getByText('更多'))
  await write('题目代码', 'about')
  await user.click(screen.getByRole('button', { name: /^关于您/ }))
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  expect(await screen.findByText('有内容填写有误，请先改好列出的地方')).toBeTruthy()
  expect(screen.getByRole('button', { name: '作息习惯：“两百”填写有误，还没有采用' })).toBeTruthy()
  const again = await restart()
  await again.user.click(await screen.findByRole('button', { name: /^作息习惯/ }))
  expect(screen.getByLabelText<HTMLInputElement>('最多字数').value).toBe('两百')
  expect(screen.getByText('请填写 1 到 5000 之间的数字')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('题目代码').value).toBe('about')
  expect(screen.getByText('已有题目使用这个代码')).toBeTruthy()
  await again.user.clear(screen.getByLabelText('题目代码'))
  await again.user.type(screen.getByLabelText('题目代码'), 'sleep')
  await again.user.clear(screen.getByLabelText('最多字数'))
  await again.user.type(screen.getByLabelText('最多字数'), '300')
  await again.user.click(screen.getByRole('button', { name: '保存草稿' }))
  await screen.findByText('草稿已保存')
  expect((await storedDraft()).definition.items).toMatchObject([
    { name: 'about' },
    { name: 'sleep', longest: 300 },
  ])
})

test('the preview is read in either language, whichever the console has', async () => {
  const [section, habit] = DEFINITION.items
  if (section === undefined || habit === undefined) throw new Error('the form has two items')
  const { user } = await openApp(
    `/manage/forms/${await addForm({
      ...DEFINITION,
      items: [section, { ...habit, label: { zh: '作息习惯', en: 'Habits of sleep' } }],
    })}`,
    { as: 'T5001' },
  )
  const preview = within(await screen.findByRole('complementary', { name: '预览' }))
  expect(await preview.findByLabelText(/作息习惯/)).toBeTruthy()
  await user.click(preview.getByRole('radio', { name: 'English' }))
  expect(await preview.findByLabelText(/Habits of sleep/)).toBeTruthy()
  expect(preview.getByRole('button', { name: 'Submit' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '保存草稿' })).toBeTruthy()
})

test('a condition begins with the nearest question before it that has one answer, and choices with the same words are not published', async () => {
  const { user } = await openApp('/manage/forms/new', { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '宿舍问卷')
  await addItem(user, '可重复填写的分组', '成员')
  await user.click(screen.getByRole('button', { name: '在“成员”中添加' }))
  await user.click(await screen.findByRole('radio', { name: '是或否' }))
  await user.type(await screen.findByLabelText('题目文字'), '在读')
  await addItem(user, '是或否', '吸烟')
  await addItem(user, '单项选择', '频率')
  await user.click(screen.getByLabelText('选项内容'))
  await user.paste('每天\n偶尔\n每天')
  await choose(user, '什么时候显示', '根据另一题的回答')
  expect(screen.getByLabelText('题目为').textContent).toContain('吸烟')
  await user.click(screen.getByRole('button', { name: '发布' }))
  expect(
    await screen.findByRole('button', { name: '频率：有两个选项的文字都是“每天”' }),
  ).toBeTruthy()
})

test('a new choice never gets the code of one that was published, and students are asked anew if words change', async () => {
  const choices = ['甲类', '乙类', '丙类'].map((zh, index) => ({
    name: String(index + 1),
    label: { zh, en: '' },
    columns: {},
  }))
  const id = await addForm({
    title: { zh: '补助', en: '' },
    items: [
      {
        type: 'selectOne',
        name: 'kind',
        label: { zh: '补助类型', en: '' },
        required: true,
        readOnly: false,
        choices: 'kind',
      },
    ],
    choices: { kind: choices },
  })
  const { user } = await openApp(`/manage/forms/${id}`, { as: 'T5001' })
  const publish = async () => {
    await user.click(await screen.findByRole('button', { name: '发布' }))
    const sheet = within(await screen.findByRole('dialog', { name: /^发布第 \d 版$/ }))
    const again = sheet.queryByRole('heading', { name: '会请学生重新回答' })
    await user.click(sheet.getByRole('button', { name: '确认发布' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return again
  }
  const write = async (lines: string) => {
    await user.click(await screen.findByRole('button', { name: /^补助类型/ }))
    await user.clear(await screen.findByLabelText('选项内容'))
    await user.click(screen.getByLabelText('选项内容'))
    await user.paste(lines)
  }
  await publish()
  await write('甲类\n乙类')
  expect(await publish()).toBeNull()
  await write('甲类\n乙类\n丁类')
  expect(await publish()).toBeNull()
  await write('甲类（退伍）\n乙类\n丁类')
  expect(await publish()).toBeTruthy()
  expect((await storedDraft()).definition.choices['kind']?.map(({ name }) => name)).toEqual([
    '1',
    '2',
    '4',
  ])
})

const QUESTIONS: CampusFormDefinition = {
  title: { zh: '体检', en: '' },
  items: ['昵称', '体重'].map((zh, index) => ({
    type: 'text',
    name: index === 0 ? 'text' : 'text_2',
    label: { zh, en: '' },
    required: true,
    readOnly: false,
    isLong: false,
    longest: 200,
  })),
  choices: {},
}

/** Publishes the form; its editor then shows the number of the version. */
async function publishForm(user: UserEvent, version: number) {
  await user.click(await screen.findByRole('button', { name: '发布' }))
  const sheet = within(await screen.findByRole('dialog', { name: `发布第 ${version} 版` }))
  await user.click(sheet.getByRole('button', { name: '确认发布' }))
  await screen.findByText(`第 ${version} 版`)
}

test('a question never gets the code of another one that was published: new, copied, named by its label or by hand', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm(QUESTIONS)}`, { as: 'T5001' })
  await publishForm(user, 1)
  await user.click(await screen.findByRole('button', { name: /^昵称/ }))
  await user.click(await screen.findByRole('button', { name: '删除题目：昵称' }))
  await publishForm(user, 2)
  await addItem(user, '文字填写', '家庭住址')
  await addItem(user, '文字填写', '备注', 'Text')
  await user.tab()
  await user.click(screen.getByRole('button', { name: '复制题目：备注' }))
  await user.click(screen.getByText('更多'))
  const code = screen.getByLabelText<HTMLInputElement>('题目代码')
  const own = code.value
  await user.clear(code)
  await user.type(code, 'text')
  expect(await screen.findByText(/^以前发布的版本用过这个代码/)).toBeTruthy()
  await user.clear(code)
  await user.type(code, own)
  expect(screen.queryByText(/^以前发布的版本用过这个代码/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^体重/ }))
  await user.click(screen.getByText('更多'))
  await user.type(screen.getByLabelText('题目代码'), '3{Backspace}')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await screen.findByText('草稿已保存')
  const names = (await storedDraft()).definition.items.map(({ name }) => name)
  expect(names[0]).toBe('text_2')
  expect(names).not.toContain('text')
  expect(new Set(names).size).toBe(4)
})

test('a form that a colleague retired meanwhile is published only after a question that says who retired it', async () => {
  const { user } = await openApp(`/manage/forms/${await addForm(QUESTIONS)}`, { as: 'T5001' })
  await publishForm(user, 1)
  const colleague = await campus.backend().signInAs('T4001')
  await colleague.post('/api/manage/forms/retire', { form: 'form-1', reason: '名额已满' })
  await user.type(await screen.findByLabelText('填写说明'), '请如实填写')
  await user.click(screen.getByRole('button', { name: '发布' }))
  const sheet = within(await screen.findByRole('dialog', { name: '发布第 2 版' }))
  expect(sheet.getByRole('alert').textContent).toMatch(/于 .* 停用：名额已满发布会重新启用/)
  const stages = () =>
    campus.backend().db.selectFrom('campus_form').select(['version', 'retired_at']).execute()
  expect(await stages()).toMatchObject([{ version: 1, retired_at: expect.any(Date) }])
  await user.click(sheet.getByRole('button', { name: '重新启用并发布' }))
  expect(await screen.findByText('已发布第 2 版')).toBeTruthy()
  expect(await stages()).toMatchObject([{ version: 2, retired_at: null }])
})

test('what is too long or too much to be saved is named with its question', async () => {
  const { user } = await openApp('/manage/forms/new', { as: 'T5001' })
  await user.type(await screen.findByLabelText('表单名称'), '宿舍问卷')
  await addItem(user, '单项选择', '楼栋')
  await user.click(screen.getByLabelText('选项内容'))
  await user.paste(`一号楼\n${'长'.repeat(2001)}`)
  await addItem(user, '单项选择', '班级')
  await user.click(screen.getByLabelText('选项内容'))
  await user.paste(Array.from({ length: 501 }, (_one, index) => `${index}班`).join('\n'))
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  expect(await screen.findByText('有内容填写有误，请先改好列出的地方')).toBeTruthy()
  expect(screen.getByRole('button', { name: '班级：选项超过了500个' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^楼栋：“长{20}……”太长，最多2000字$/ }))
  expect(screen.getByRole('button', { name: /^楼栋(?!：)/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
})
