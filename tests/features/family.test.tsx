import { readFileSync } from 'node:fs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { entries } from 'idb-keyval'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { outbox } from '#app/lib/outbox/outbox-reader.ts'
import { EMPTY_OUTBOX_VIEW, outboxView } from '#app/lib/outbox/outbox-view.ts'
import { createOutbox } from '#offline/outbox/outbox'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { responseEchoingKey } from '#tests/support/screens/echoing-response.ts'
import {
  goOffline,
  openApp,
  openScreenCampus,
  openOnboardingStep,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

// Simulated typing fills in complete forms, which takes long on a busy machine.
const campus = openScreenCampus()
const ADDRESS = '/personalinformation/1/990001'
const ID_CARD = '110101200801010015'
const GUARDIANS = '110101197503120037'
const regions = http.get('*/regions.json', () =>
  HttpResponse.json(JSON.parse(readFileSync('public/regions.json', 'utf8'))),
)
const writes = () => campus.calls.filter(({ path }) => /\/(add|update)NewReports$/.test(path))
const sent = (at: number): Record<string, unknown>[] =>
  JSON.parse(String(writes()[at]?.body['info']))
const put = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const member = (n: number) => {
  const card = screen.getByRole('heading', { name: `家庭成员 ${n}` }).closest('section')
  if (card === null) throw new Error(`no member ${n}`)
  return within(card)
}
const ownPhone = () => within(own()).getByLabelText<HTMLInputElement>('手机号码')
const own = () =>
  screen.getByRole('heading', { name: '本人信息' }).closest('section') ?? document.body
const submit = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: '提交' }))
const opened = () => screen.findByRole('heading', { name: '家庭成员 1' })
const sheetGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

// At the beginning of every test the student has no family record.
beforeEach(async () => {
  campus.addFault(regions)
  await campus.backend().db.deleteFrom('household').where('student_code', '=', 'S990001').execute()
})

const household = () =>
  campus
    .backend()
    .db.selectFrom('household')
    .selectAll()
    .where('student_code', '=', 'S990001')
    .executeTakeFirstOrThrow()

async function choosePlace(app: RenderedApp, label: RegExp) {
  await app.user.click(screen.getByRole('button', { name: label }))
  await app.user.click(await screen.findByRole('button', { name: '广东省' }))
  await app.user.click(await screen.findByRole('button', { name: '广州市' }))
  await app.user.click(await screen.findByRole('button', { name: '天河区' }))
  await sheetGone()
}

async function choose(app: RenderedApp, n: number, label: RegExp, option: string) {
  await app.user.click(member(n).getByRole('button', { name: label }))
  await app.user.click(await screen.findByRole('radio', { name: option }))
  await sheetGone()
}

async function fillMember(
  app: RenderedApp,
  n: number,
  { name = '陈建国', relation = '父亲' } = {},
) {
  put(member(n).getByLabelText('姓名'), name)
  put(member(n).getByLabelText('手机号码'), '13912345678')
  put(member(n).getByLabelText('单位'), '光明中学')
  await choose(app, n, /^关系/, relation)
  await choose(app, n, /^职业/, '教师')
}

async function fillIn(app: RenderedApp) {
  await opened()
  put(ownPhone(), '13800138000')
  await choosePlace(app, /^籍贯/)
  await choosePlace(app, /^生源地/)
  await app.user.click(screen.getByRole('radio', { name: '城镇' }))
  await app.user.click(screen.getByRole('radio', { name: '愿意迁移' }))
  await fillMember(app, 1)
}

test('the family step shows nine values of the student’s record, read-only and with the ID number masked [FAM-01 FAM-02 FAM-08]', async () => {
  await openApp(ADDRESS, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '个人与家庭信息' })).toBeTruthy()
  const card = (await screen.findByText('110******0015')).closest('section')
  const said = [...(card?.querySelectorAll('dt') ?? [])].map((term) => [
    term.textContent,
    term.nextSibling?.textContent,
  ])
  expect(said.map(([label]) => label)).toEqual([
    '姓名',
    '考生号',
    '性别',
    '身份证号',
    '联系电话',
    '入学年份',
    '院系',
    '专业',
    '班级',
  ])
  expect(Object.fromEntries(said)).toMatchObject({ 姓名: '陈晓雨', 考生号: '990001', 性别: '女' })
  expect(said.every(([, value]) => value !== undefined && value !== '暂无')).toBe(true)
  expect(card?.querySelector('input, button')).toBeNull()
  expect(campus.calls.some(({ path }) => path.endsWith('/findInformation'))).toBe(true)
})

test('the student’s ID number is not cached on the phone; offline the family step says 联网后显示 instead [FAM-02 D-105]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await screen.findByText('110******0015')
  const kept = await entries(createKeyValueStore('baodao-reads', 'reads'))
  expect(JSON.stringify(kept)).toContain('陈晓雨')
  expect(JSON.stringify(kept)).not.toContain(ID_CARD)
  // At the next visit only the phone's stored data is left.
  sessionStorage.removeItem('stu_idcard')
  queryClient.clear()
  goOffline(campus)
  await app.restart()
  expect(await screen.findByText('联网后显示')).toBeTruthy()
  expect(screen.getByText('陈晓雨')).toBeTruthy()
})

test('the family form opens with nothing chosen and no errors [FAM-03 FAM-04 FAM-06 FAM-07 FAM-14 FAM-21]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await opened()
  expect(ownPhone().value).toMatch(/^1\d{10}$/)
  for (const name of ['城镇', '农村', '其他', '愿意迁移', '不迁移']) {
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(false)
  }
  expect(screen.queryByRole('alert')).toBeNull()
  // The first step cannot be skipped (D-116).
  expect(screen.queryByRole('button', { name: '跳过' })).toBeNull()
  await app.user.click(member(1).getByRole('button', { name: /^关系/ }))
  const list = await screen.findByRole('radiogroup')
  expect(
    within(list)
      .getAllByRole('radio')
      .map(({ textContent }) => textContent),
  ).toEqual(['父亲', '母亲', '其他'])
})

test('a family step that can be skipped has a skip button, which opens the next step and sends nothing [FAM-07 FLOW-16]', async () => {
  campus.addFault(
    http.post('*/findProcess', () =>
      HttpResponse.json({
        results: [
          {
            processId: '1',
            moduleName: '个人信息',
            urlName: 'personalinformation',
            skip: '1',
            newStatus: '0',
          },
          {
            processId: '2',
            moduleName: '到校',
            urlName: 'schoolInformation',
            skip: '0',
            newStatus: '0',
          },
        ],
      }),
    ),
  )
  const app = await openApp(ADDRESS, { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '跳过' }))
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
  expect(writes()).toHaveLength(0)
})

test('the family form offers eleven occupations [FAM-22]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await opened()
  await app.user.click(member(1).getByRole('button', { name: /^职业/ }))
  const list = await screen.findByRole('radiogroup')
  expect(
    within(list)
      .getAllByRole('radio')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '工人',
    '农民',
    '教师',
    '医生',
    '公务员',
    '警察',
    '记者',
    '科学家',
    '工程师',
    '销售员',
    '其他',
  ])
})

test('submitting an empty family form shows all errors at once and queues nothing [FAM-23 to FAM-27 FAM-29 to FAM-33 OFF-21]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await opened()
  put(ownPhone(), '')
  await submit(app)
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '请输入手机号码',
    '请选择籍贯',
    '请选择生源地',
    '请选择户籍类型',
    '请选择是否迁移户口',
    '请输入姓名',
    '请选择关系',
    '家庭成员 1 请输入手机号码',
    '请输入职业',
    '请输入单位',
  ])
  expect(summary.textContent).toContain('有 10 处需要修改')
  expect(document.activeElement).toBe(ownPhone())
  expect(writes()).toHaveLength(0)
})

test.each(['11912345678', '1391234567', '139123456789'])(
  'the family form refuses %s as a mobile number of the student and of a member [FAM-28 FAM-31]',
  async (wrong) => {
    await openApp(ADDRESS, { as: '990001' })
    await opened()
    for (const box of [ownPhone(), member(1).getByLabelText('手机号码')]) {
      put(box, wrong)
      fireEvent.blur(box)
    }
    await waitFor(() => expect(screen.getAllByText('请输入正确的手机号码')).toHaveLength(2))
  },
)

test('the family form adds an empty member, removes a member with undo, and keeps the last one [FAM-06 FAM-34]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await opened()
  put(member(1).getByLabelText('姓名'), '陈建国')
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  expect(await screen.findByText('家庭成员信息至少需要保留一位！')).toBeTruthy()
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('陈建国')

  await app.user.click(screen.getByRole('button', { name: '添加家庭成员' }))
  const name = member(2).getByLabelText<HTMLInputElement>('姓名')
  expect(name.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(screen.queryByText('请选择关系')).toBeNull()
  put(name, '周敏')
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('周敏')
  const undo = screen.getByRole('button', { name: '撤销' })
  expect(document.activeElement).toBe(undo)
  await app.user.click(undo)
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('陈建国')
  expect(member(2).getByLabelText<HTMLInputElement>('姓名').value).toBe('周敏')
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})

test('the first save of the family form adds a record for each member with all shared values, and opens the next step [FAM-05 FAM-10 FAM-12 FAM-13 FAM-15 to FAM-20 FLOW-11 XC-24 XC-26]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  const waited = () => pauses.mock.calls.map(([, ms]) => ms)
  await screen.findByRole('button', { name: '提交' })
  await submit(app)
  // The summary of errors is shown for 600 ms, the receipt for 1000 ms.
  await waitFor(() => expect(waited()).toContain(600))
  await fillIn(app)
  await app.user.click(screen.getByRole('button', { name: '添加家庭成员' }))
  await fillMember(app, 2, { name: '周敏', relation: '母亲' })
  expect(waited()).not.toContain(1000)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  expect(waited()).toContain(1000)
  expect((await screen.findAllByText(/回执 [0-9A-Z]{4}-[0-9A-Z]{4}/)).length).toBeGreaterThan(0)
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
  expect(writes().map(({ path }) => path.split('/').at(-1))).toEqual(['addNewReports'])
  const shared = {
    processId: '1',
    stuPhone: '13800138000',
    nativePlace: '广东省,广州市,天河区',
    students: '广东省,广州市,天河区',
    householdType: '1',
    migrateStatus: '1',
  }
  const both = { phone: '13912345678', job: '教师', workplace: '光明中学', guardianidentifyId: '' }
  expect(sent(0)).toMatchObject([
    { ...shared, ...both, guardian: '陈建国', relation: '1' },
    { ...shared, ...both, guardian: '周敏', relation: '2' },
  ])
})

test('the second save of the family form updates the record and leaves a member’s ID number unchanged [FAM-09 FAM-11 FAM-12 FAM-16]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await fillIn(app)
  await submit(app)
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
  const { db } = campus.backend()
  const stored = await household()
  const members = JSON.stringify(stored.members.map((one) => ({ ...one, idNumber: ID_CARD })))
  await db
    .updateTable('household')
    .set({ members })
    .where('student_code', '=', stored.student_code)
    .execute()
  await app.restart()
  await opened()
  await waitFor(() =>
    expect(member(1).getByLabelText<HTMLInputElement>('单位').value).toBe('光明中学'),
  )
  expect(ownPhone().value).toBe('13800138000')
  put(member(1).getByLabelText('单位'), '向阳小学')
  await submit(app)
  await waitFor(() =>
    expect(writes().map(({ path }) => path.split('/').at(-1))).toEqual([
      'addNewReports',
      'updateNewReports',
    ]),
  )
  await screen.findByRole('heading', { name: '已提交' })
  expect((await household()).members).toMatchObject([{ workplace: '向阳小学', idNumber: ID_CARD }])
})

test('correcting a guardian’s name keeps the guardian’s ID number, which is never stored on the phone [FAM-16 D-40]', async () => {
  const { db } = campus.backend()
  const guardian = {
    name: '陈建国',
    relation: '1',
    phone: '13912345678',
    idNumber: GUARDIANS,
    job: '教师',
    workplace: '光明中学',
  }
  const places = { native_place: '广东省,广州市,天河区', origin_place: '广东省,广州市,天河区' }
  const own = {
    student_code: 'S990001',
    step: '1',
    phone: '13800138000',
    household_type: '1',
    willing: true,
    version: 1,
  }
  const row = { ...own, ...places, members: JSON.stringify([guardian]), updated_at: new Date() }
  await db.insertInto('household').values(row).execute()
  const app = await openApp(ADDRESS, { as: '990001' })
  await waitFor(() =>
    expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('陈建国'),
  )
  put(member(1).getByLabelText('姓名'), '陈建囯')
  put(member(1).getByLabelText(/手机号码/), '13700000000')
  await submit(app)
  await screen.findByRole('heading', { name: '已提交' })
  expect((await household()).members).toMatchObject([{ name: '陈建囯', idNumber: GUARDIANS }])
  const outbox = createOutbox({ database: openOutboxDatabase() })
  const reads = await entries(createKeyValueStore('baodao-reads', 'reads'))
  const kept = JSON.stringify([
    reads,
    await outbox.receipts('S990001'),
    Object.entries(localStorage),
  ])
  expect(kept).toContain('陈建囯')
  expect(kept).not.toContain(GUARDIANS)
})

test('a family form refused without a reason shows 信息保存失败 or 信息修改失败, and can be submitted again [FLOW-18 FLOW-19 OFF-19]', async () => {
  campus.addFault(
    http.post('*/addNewReports', () => HttpResponse.json({ results: false }), { once: true }),
  )
  const app = await openApp(ADDRESS, { as: '990001' })
  await fillIn(app)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '需要处理' })).toBeTruthy()
  expect(screen.getAllByText(/信息保存失败！/).length).toBeGreaterThan(0)
  await app.user.click(screen.getByRole('button', { name: '修改内容' }))
  await sheetGone()
  expect((await screen.findByRole('alert')).textContent).toContain('信息保存失败！')
  put(member(1).getByLabelText('单位'), '向阳小学')
  await submit(app)
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))

  campus.addFault(
    http.post(
      '*/updateNewReports',
      ({ request }) => responseEchoingKey(request, { results: false }),
      {
        once: true,
      },
    ),
  )
  await app.restart()
  await opened()
  await waitFor(() =>
    expect(member(1).getByLabelText<HTMLInputElement>('单位').value).toBe('向阳小学'),
  )
  put(member(1).getByLabelText('单位'), '光明中学')
  await submit(app)
  expect((await screen.findAllByText(/信息修改失败！/)).length).toBeGreaterThan(0)
})

test('a family form submitted offline is saved on the phone, leads to the next step, and survives a restart [OFF-10 OFF-14 OFF-22]', async () => {
  const app = await openOnboardingStep(ADDRESS, '990001')
  await fillIn(app)
  goOffline(campus)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '继续下一步' }))
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
  await app.restart('/outbox')
  expect(await screen.findByText('家庭成员：陈建国')).toBeTruthy()
  await app.restart(ADDRESS)
  expect(await screen.findByText(/下面是您最后填写的内容/)).toBeTruthy()
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('陈建国')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '愿意迁移' }).checked).toBe(true)
})

test('a family form that was opened on waiting values does not conflict with them when they arrive before it is submitted [OFF-12 OFF-14]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await fillIn(app)
  await submit(app)
  await screen.findByRole('heading', { name: '已提交' })
  await app.restart()
  await opened()
  let isAway = true
  campus.addFault(http.all('*', () => (isAway ? HttpResponse.error() : undefined)))
  put(member(1).getByLabelText('单位'), '向阳小学')
  await submit(app)
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  const again = await app.restart()
  await screen.findByText(/下面是您最后填写的内容/)
  put(member(1).getByLabelText('单位'), '向阳中学')
  isAway = false
  window.dispatchEvent(new Event('online'))
  await waitFor(async () =>
    expect((await household()).members).toMatchObject([{ workplace: '向阳小学' }]),
  )
  await waitFor(async () => expect(await outbox.list('S990001')).toEqual([]))
  await submit(again)
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  expect((await household()).members).toMatchObject([{ workplace: '向阳中学' }])
})

test('while the phone is still reading a waiting family form, no empty form is shown [OFF-10 OFF-14]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await fillIn(app)
  goOffline(campus)
  await submit(app)
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  // At the next visit of a slow phone the outbox is not yet loaded.
  outboxView.set(EMPTY_OUTBOX_VIEW)
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => (goOn = resolve))
  const list = outbox.list
  vi.spyOn(outbox, 'list').mockImplementation((subject) => slow.then(() => list(subject)))
  await app.restart()
  await act(() => formDrafts.read('family'))
  expect(screen.queryByRole('heading', { name: '家庭成员 1' })).toBeNull()
  goOn()
  await opened()
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('陈建国')
})

test('the family form saves a draft with its members while typing, and discards it on request', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await opened()
  await app.user.click(screen.getByRole('button', { name: '添加家庭成员' }))
  put(member(2).getByLabelText('姓名'), '周敏')
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  await app.restart()
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe('周敏')
  expect(screen.queryByRole('heading', { name: '家庭成员 2' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: '放弃草稿' }))
  await waitFor(() => expect(member(1).getByLabelText<HTMLInputElement>('姓名').value).toBe(''))
})

test('a family form changed elsewhere is compared field by field, with members described by their names and labels [D-104]', async () => {
  const app = await openApp(ADDRESS, { as: '990001' })
  await fillIn(app)
  await submit(app)
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
  await app.restart()
  await opened()
  await waitFor(() =>
    expect(member(1).getByLabelText<HTMLInputElement>('单位').value).toBe('光明中学'),
  )
  campus.addFault(
    http.post(
      '*/updateNewReports',
      ({ request }) =>
        responseEchoingKey(request, { results: false, msg: '内容已在别处修改' }, 412),
      {
        once: true,
      },
    ),
  )
  put(member(1).getByLabelText('单位'), '向阳小学')
  await submit(app)
  await app.user.click(await screen.findByRole('link', { name: '对比并选择' }))
  expect(await screen.findByText('陈建国 父亲 13912345678 教师 向阳小学')).toBeTruthy()
  expect(screen.getByText('陈建国 父亲 13912345678 教师 光明中学')).toBeTruthy()
  // There is one group, since only the members differ.
  expect(screen.getAllByRole('group')).toHaveLength(1)
})
