import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#app/lib/language/language.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { refreshOutboxView } from '#app/lib/outbox/engine.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { StoredTravel, type Travel } from '#contract/travel'
import { drainInWorker } from '#offline/drain/drain-in-worker'
import { createOutbox } from '#offline/outbox/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { toChinaYear } from '#server/platform/clock'
import { beginDatabaseEpoch } from '#server/platform/database/epoch'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import { responseEchoingKey } from '#tests/support/screens/echoing-response.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const record = (over: Partial<Travel> = {}) =>
  sampleTravel({
    student: currentSession()?.subject ?? '',
    startDate: `${year}-08-20`,
    arrivalDate: `${year}-08-21`,
    ...over,
  })
const submitTravel = (over?: Partial<Travel>, baseVersion?: string) =>
  act(() =>
    submitToOutbox({
      form: 'travel',
      payload: record(over),
      ...(baseVersion !== undefined && { baseVersion }),
    }),
  )
const item = async () => {
  const [first] = within(await screen.findByRole('list')).getAllByRole('listitem')
  if (first === undefined) throw new Error('the list is empty')
  return first
}
const subject = () => currentSession()?.subject ?? ''
const stored = async () => {
  const { db } = campus.backend()
  return db
    .selectFrom('travel')
    .selectAll()
    .where('student_code', '=', currentSession()?.subject ?? '')
    .executeTakeFirst()
}
const waiting = async () =>
  (await createOutbox({ database: openOutboxDatabase() }).list(currentSession()?.subject ?? ''))[0]
/** Change stored fields of the first item. */
const mark = async (change: Partial<OutboxItem>) => {
  const first = await waiting()
  await openOutboxDatabase().run({ mode: 'readwrite', stores: ['items'] }, async (transaction) => {
    if (first !== undefined) await transaction.objectStore('items').put({ ...first, ...change })
  })
  await act(() => refreshOutboxView())
}
const refusing = (msg: string) =>
  http.post('*/addBusInformation', () => HttpResponse.json({ results: false, msg }), { once: true })

beforeEach(async () => {
  await bindDemoUser('990001')
  await campus
    .backend()
    .db.deleteFrom('travel')
    .where('student_code', '=', currentSession()?.subject ?? '')
    .execute()
})

test('an empty outbox shows 没有待提交的内容 and links to home', async () => {
  await openApp('/outbox')
  expect(await screen.findByRole('heading', { level: 1, name: '待提交' })).toBeTruthy()
  expect(screen.getByText('没有待提交的内容')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回首页' })).toBeTruthy()
})

test('tapping 全部提交 offline says at once that the items will be sent when the network returns [OFF-22]', async () => {
  goOffline(campus)
  await submitTravel()
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '全部提交' }))
  expect(await screen.findByText('现在没有网络，联网后自动提交')).toBeTruthy()
  expect(await item()).toBeTruthy()
})

test('a waiting item shows its form, its summary, when it was saved and its status [OFF-22]', async () => {
  goOffline(campus)
  await submitTravel()
  await openApp('/outbox')
  const said = (await item()).textContent ?? ''
  expect(said).toContain('到校信息')
  expect(said).toContain('东莞 → 学校，8月20日，火车')
  expect(said).toMatch(/[今昨]天 \d\d:\d\d 保存/)
  expect(said).toMatch(/待提交|提交中/)
  expect(screen.getByText('这部手机上，学校还没收到')).toBeTruthy()
  expect(screen.getByText('离线')).toBeTruthy()
})

test('successful responses to other calls do not shorten the retry pauses of an item that has just failed [D-106]', async () => {
  let tries = 0
  const failing = () => {
    tries += 1
    return new HttpResponse('<html>Bad Gateway</html>', { status: 502 })
  }
  campus.addFault(http.post('*/addBusInformation', failing))
  await submitTravel()
  await waitFor(() => expect(tries).toBe(1))
  const began = Date.now()
  for (let answers = 0; answers < 30; answers++)
    await callApi(notices.list, { student: undefined, staff: undefined, page: 1, size: 10 })
  // The schedule allows the first retry after 0.5 s, the second after another 1 s, the third after
  // another 2 s.
  expect(tries).toBeLessThanOrEqual(2 + Math.log2((Date.now() - began) / 500 + 1))
})

test('an item with repeated unreadable responses waits for its student, who can send it once more', async () => {
  let sense = false
  campus.addFault(
    http.post('*/addBusInformation', async ({ request }) =>
      sense
        ? responseEchoingKey(request, { results: true })
        : HttpResponse.json({ well: 'received' }),
    ),
  )
  await submitTravel()
  // Store the count of seven unreadable responses, since seven tries would take too long here.
  await waitFor(async () => expect((await waiting())?.state).toBe('later'))
  await mark({ puzzled: 7, nextAttemptAt: 0, triedAt: 0 })
  // The next try is automatic.
  const app = await openApp('/outbox')
  await within(await item()).findByText(/学校的答复无法识别，可能已经收到/)
  sense = true
  await app.user.click(within(await item()).getByRole('button', { name: '再试一次' }))
  await screen.findByText('学校已收到')
})

test('an item whose key the university has with another payload can be sent again, but one that is only added says to check the records first', async () => {
  const used = () =>
    HttpResponse.json({ code: '422', msg: 'x', ...idempotencyKeyUsedBody }, { status: 422 })
  campus.addFault(http.post('*/addBusInformation', used, { once: true }))
  await submitTravel()
  const { user } = await openApp('/outbox')
  await within(await item()).findByText(/之前提交的内容可能已经收到.*需要时再交一次/)
  await user.click(within(await item()).getByRole('button', { name: '再交一次' }))
  await screen.findByText('学校已收到')

  goOffline(campus)
  const subject = currentSession()?.subject ?? ''
  await act(() => submitToOutbox({ form: 'step', payload: { student: subject, step: '4' } }))
  await mark({ state: 'needs-you', lastProblem: { message: 'x', keyUsed: true } })
  await screen.findByText(/请先查看学校现有的记录：有就删除这一份/)
  expect(screen.queryByRole('button', { name: /再试|再交/ })).toBeNull()
})

test('全部提交 sends a waiting item, and its receipt replaces it [OFF-15 OFF-22]', async () => {
  campus.addFault(
    http.post(
      '*/findBusInformation',
      () => HttpResponse.json({}, { status: 503, headers: { 'Retry-After': '0' } }),
      {
        once: true,
      },
    ),
  )
  await submitTravel()
  const app = await openApp('/outbox')
  const [sendAll] = await screen.findAllByRole('button', { name: '全部提交' })
  await app.user.click(sendAll ?? document.body)
  await screen.findByText('学校已收到')
  expect((await item()).textContent).toMatch(/到校信息已提交.*回执 [0-9A-Z]{4}-[0-9A-Z]{4}/)
  expect((await stored())?.mode).toBe('火车')
})

test('after a 503 response the outbox says in how many seconds the next try comes', async () => {
  campus.addFault(
    http.post('*/findBusInformation', () =>
      HttpResponse.json({}, { status: 503, headers: { 'Retry-After': '30' } }),
    ),
  )
  await submitTravel()
  await openApp('/outbox')
  expect(await screen.findByText(/\d+ 秒后再试，或轻点"全部提交"/)).toBeTruthy()
  expect((await item()).textContent).toContain('第 1 次尝试')
})

test('a refused item shows the reason and links to its form for a correction [OFF-19]', async () => {
  campus.addFault(refusing('出发城市暂停接站'))
  await submitTravel()
  const app = await openApp('/outbox')
  await waitFor(async () => expect((await item()).textContent).toContain('需要处理'))
  expect((await item()).textContent).toContain('学校退回：出发城市暂停接站')
  await app.user.click(within(await item()).getByRole('link', { name: '修改后重交' }))
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
})

test('deleting an item asks for confirmation, and cancelling keeps the item [OFF-19]', async () => {
  goOffline(campus)
  await submitTravel()
  const app = await openApp('/outbox')
  const remove = async () => app.user.click(await screen.findByRole('button', { name: '删除' }))
  await remove()
  const asked = await screen.findByRole('dialog', { name: '温馨提示：' })
  expect(asked.textContent).toContain('“到校信息”还没有提交给学校')
  await app.user.click(within(asked).getByRole('button', { name: '保留' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await item()).textContent).toContain('到校信息')
  await remove()
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }),
  )
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('an item of a newer version of the app is shown without buttons', async () => {
  goOffline(campus)
  const database = openOutboxDatabase()
  const later: Omit<OutboxItem, 'order'> = {
    key: 'k',
    subject: currentSession()?.subject ?? '',
    form: 'something-new',
    schemaVersion: 3,
    payload: { a: 1 },
    payloadHash: 'h',
    state: 'parked',
    attempts: 0,
    nextAttemptAt: 0,
    capturedAt: Date.now(),
  }
  await database.run({ mode: 'readwrite', stores: ['items'] }, (transaction) =>
    transaction.objectStore('items').put({ ...later, order: 900 }),
  )
  await act(() => refreshOutboxView())
  await openApp('/outbox')
  const shown = await item()
  expect(shown.textContent).toContain('需要新版本')
  expect(within(shown).queryByRole('button')).toBeNull()
  expect(within(shown).queryByRole('link')).toBeNull()
  expect(screen.getByRole('button', { name: '导出' })).toBeTruthy()
})

test('waiting items can be exported as a text file', async () => {
  goOffline(campus)
  await submitTravel()
  const files: File[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file)
    return 'blob:x'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导出' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(files[0]?.name).toBe('报到-待提交.txt')
  expect(await files[0]?.text()).toContain('出发城市：广东省 东莞市')
})

test('a form that was changed on another phone is repaired field by field with values of both phones [OFF-18]', async () => {
  const other = await campus.backend().signInAs('990001')
  const theirs = (over: object = {}) => ({
    stuCode: other.code,
    processId: '2',
    startCity: '广东省,东莞市',
    startDate: `${year}-08-20`,
    arriveDate: `${year}-08-21`,
    schoolbusSite: '09:00',
    tripMode: '飞机',
    heelNum: '0',
    remark: '独自',
    remarks: '独自',
    status: '0',
    ...over,
  })
  await other.post('/api/TravelInformation/addBusInformation', theirs())
  await submitTravel(
    { mode: '火车', remark: '家长同行', arrivalTime: '09:00', companions: '0' },
    '"0"',
  )
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('link', { name: '对比并选择' }))
  expect(await screen.findByRole('heading', { level: 1, name: '对比并选择' })).toBeTruthy()
  const fields = await screen.findAllByRole('group')
  expect(fields.map((field) => field.querySelector('legend')?.textContent)).toEqual([
    '出行方式',
    '备注',
  ])
  await app.user.click(screen.getByRole('button', { name: '提交所选内容' }))
  expect((await screen.findByRole('alert')).textContent).toBe('请逐项选择保留哪一个')
  fireEvent.click(screen.getByRole('radio', { name: /我填写的.*火车/ }))
  fireEvent.click(screen.getByRole('radio', { name: /学校现有的.*独自/ }))
  await app.user.click(screen.getByRole('button', { name: '提交所选内容' }))
  await waitFor(() => expect(app.address()).toBe('/outbox'))
  await screen.findByText('学校已收到')
  expect(await stored()).toMatchObject({ mode: '火车', remark: '独自' })
})

test('a repair of an item that another tab has replaced shows an error, keeps the choice, and can be sent again', async () => {
  goOffline(campus)
  await submitTravel({ remark: '家长同行' })
  await mark({ state: 'conflict', attempts: 1 })
  const found = http.post('*/findBusInformation', () =>
    HttpResponse.json({ results: StoredTravel.encode(record({ remark: '独自', mode: '飞机' })) }),
  )
  campus.addFault(found)
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('link', { name: '对比并选择' }))
  fireEvent.click(await screen.findByRole('button', { name: '全部用我填写的' }))
  // Act as another tab that has replaced the item.
  await mark({ state: 'waiting', key: 'of-another-tab' })
  await app.user.click(screen.getByRole('button', { name: '提交所选内容' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    '这份内容已在其他页面修改、删除或提交',
  )
  await app.user.click(screen.getByRole('button', { name: '重新提交所选内容' }))
  await waitFor(() => expect(app.address()).toBe('/outbox'))
  expect(await waiting()).toMatchObject({ payload: { remark: '家长同行' } })
})

test('the repair page of an item that no longer exists shows 这份内容已处理', async () => {
  await openApp('/outbox/77/repair')
  expect(await screen.findByText('这份内容已处理')).toBeTruthy()
})

test('a live region announces on any page that a form was received or refused [OFF-22]', async () => {
  await openApp('/schoolcalendar')
  const announced = () =>
    screen
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join(' ')
  // The regions exist before the announcement.
  await waitFor(() => expect(document.querySelectorAll('output[aria-live=polite]')).toHaveLength(2))
  campus.addFault(refusing('日期不在报到时间内'))
  await submitTravel()
  await waitFor(() => expect(announced()).toContain('到校信息需要处理：日期不在报到时间内'))

  await submitTravel({ remark: '改过了' })
  await waitFor(() => expect(announced()).toMatch(/到校信息已提交，学校已收到，回执 \S+/))
})

test('home reports an item that was sent while the page was hidden, until its receipt was seen [OFF-15 OFF-22]', async () => {
  await campus.backend().db.deleteFrom('travel').where('student_code', '=', 'S990001').execute()
  const { user } = await openApp('/', { as: '990001' })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await createOutbox({ database: openOutboxDatabase() }).add({
    form: 'travel',
    subject: 'S990001',
    payload: record(),
  })
  await drainInWorker()
  const told = await screen.findByRole('link', { name: /学校已收到 1 份/ })
  vi.restoreAllMocks()
  await user.click(told)
  expect(await screen.findByRole('heading', { name: '学校已收到' })).toBeTruthy()
  await openApp('/')
  await screen.findAllByText('陈晓雨')
  expect(screen.queryByRole('link', { name: /学校已收到/ })).toBeNull()
})

test.each([
  ['zh', '学校的数据恢复到了较早的时间，里面没有这一份。请再交一次', '再交一次'],
  [
    'en',
    'The university’s data went back to an earlier moment that does not have this. Send it again',
    'Send anew',
  ],
] as const)(
  'an item that the university lost in a restore is detected, shown and sent again (language %s)',
  async (language, says, again) => {
    setLanguage(language)
    await submitTravel()
    const receipts = () => createOutbox({ database: openOutboxDatabase() }).receipts(subject())
    const given = await waitUntil(async () => {
      const [one] = await receipts()
      if (one === undefined) throw new Error('no receipt yet')
      return one
    })
    const { db, connectionString, clock, refreshEpoch } = campus.backend()
    await db.deleteFrom('idempotency').where('key', '=', given.key).execute()
    await db.deleteFrom('travel').where('student_code', '=', subject()).execute()
    const client = new pg.Client({ connectionString })
    await client.connect()
    await beginDatabaseEpoch(client, { now: clock.now(), stateOf: undefined })
    await client.end()
    await refreshEpoch()

    const app = await openApp('/outbox')
    // Any response contains the university's new database epoch.
    await act(() =>
      callApi(notices.list, { student: undefined, staff: undefined, page: 1, size: 10 }),
    )
    expect(await screen.findByText(says)).toBeTruthy()
    const row = within(await item())
    expect(screen.getByRole('link', { name: /待提交|To be sent/ }).textContent).toContain('1')
    expect(await stored()).toBeUndefined()
    await app.user.click(row.getByRole('button', { name: again }))
    await waitFor(async () => expect(await stored()).toMatchObject({ start_city: '广东省,东莞市' }))
    await waitFor(async () => expect(await receipts()).toMatchObject([{ key: given.key }]))
    expect((await receipts())[0]?.epoch).toEqual(expect.any(String))
  },
)
