import { screen, waitFor, within } from '@testing-library/react'
import { act } from '@testing-library/react'
import { sql } from 'kysely'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { selectableReviewYears } from '#contract/review-years'
import { toChinaYear } from '#server/platform/clock'
import {
  type RenderedApp,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const OFFLINE = '当前网络不可用，请联网后再操作'
const LOANS = '/api/greenChannelAudit/findStuLoanAudit'
const HOUSEHOLDS = '/api/greenChannelAudit/findStuReduceAudit'
const DECIDE = '/api/greenChannelAudit/updateStatus'

let seen: (() => void)[] = []
/** A fake in which no element is visible until the test calls `lookDown`. */
class FakeIntersectionObserver {
  readonly #hear: () => void
  constructor(hear: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#hear = () => hear([{ isIntersecting: true }])
  }
  observe() {
    seen.push(this.#hear)
  }
  disconnect() {
    seen = seen.filter((one) => one !== this.#hear)
  }
}
const lookDown = () => act(() => seen.forEach((hear) => hear()))

let isDesk = false
beforeEach(() => {
  isDesk = false
  seen = []
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  const plain = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(min-width: 64rem)'
      ? Object.assign(new EventTarget(), plain(query), { matches: isDesk })
      : plain(query),
  )
})
afterEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('green_application').where('id', 'like', 'test-%').execute()
  await db
    .updateTable('green_application')
    .set({ status: '0', reason: '', audit_amount_fen: null, offset_status: '0' })
    .where('student_code', '=', 'S990003')
    .execute()
})

const made = (path: string) => campus.calls.filter((one) => one.path === path)
const said = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rows = () =>
  waitFor(() => {
    const found = screen
      .getAllByRole('link')
      .filter((one) => one.getAttribute('href')?.includes('Detile') === true)
    if (found.length === 0) throw new Error('no applications yet')
    return found
  })
const open = (address: string) => openApp(address, { as: 'T3001' })
const detail = () => open(`/loanDetile/S990003?year=${year}`)
const decide = async (app: RenderedApp, word: string) => {
  await app.user.click(await screen.findByRole('radio', { name: word }))
  await app.user.click(await button('提交审核'))
}
/**
 * Add one loan application each for the first `count` students, all in the year `of`, newest first.
 */
async function crowd(of: number, count: number, status = '0') {
  const { db, clock } = campus.backend()
  const people = await db
    .selectFrom('student')
    .select(['code', 'name'])
    .orderBy('code')
    .limit(count)
    .execute()
  await db
    .insertInto('green_application')
    .values(
      people.map(({ code }, at) => ({
        id: `test-${of}-${code}`,
        review_id: `test-review-${of}-${code}`,
        student_code: code,
        type: '1',
        year: of,
        amount_fen: 100_000,
        status,
        reason: '',
        contract_number: '',
        receipt_code: '',
        picture: '',
        picture2: '',
        audit_amount_fen: null,
        offset_status: '0',
        version: 1,
        applied_at: new Date(clock.now().getTime() - at * 60_000),
      })),
    )
    .execute()
  return people
}
const changed = (values: object) =>
  campus
    .backend()
    .db.updateTable('green_application')
    .set(values)
    .where('student_code', '=', 'S990003')
    .execute()

describe('the list of applications under review', () => {
  test('loan applications under review are loaded ten at a time, the next ten when the end of the list is visible [AUD-01 AUD-05 AUD-12]', async () => {
    await crowd(2021, 23)
    await open('/checkloan?year=2021')
    expect(await screen.findByRole('heading', { level: 1, name: '贷款审核' })).toBeTruthy()
    await said('共 23 份申请')
    expect(await rows()).toHaveLength(10)
    expect(made(LOANS)[0]?.body).toMatchObject({
      pageNum: 1,
      pageSize: 10,
      status: '',
      year: '2021',
    })
    lookDown()
    await waitFor(async () => expect(await rows()).toHaveLength(20))
    expect(made(LOANS)[1]?.body).toMatchObject({ pageNum: 2, pageSize: 10 })
    expect(made(LOANS)[1]?.body['after']).toBeTruthy()
    lookDown()
    await waitFor(async () => expect(await rows()).toHaveLength(23))
    await said('已全部显示')
    expect(made(LOANS)).toHaveLength(3)
  })

  test('a row of the review list shows applicant, amount, time and status, and opens the application [AUD-05]', async () => {
    const app = await open('/checkloan')
    const row = await screen.findByRole('link', { name: /王思远/ })
    for (const text of ['990003', '¥ 8,000.00', '待审核']) expect(row.textContent).toContain(text)
    expect(row.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
    await app.user.click(row)
    await waitFor(() => expect(app.address()).toBe(`/loanDetile/S990003?year=${year}`))
  })

  test('the button 加载更多 of the review list loads the next ten applications, also after a failed load [AUD-05]', async () => {
    await crowd(2021, 12)
    const app = await open('/checkloan?year=2021')
    expect(await rows()).toHaveLength(10)
    let broken = true
    campus.addFault(
      http.post(`*${LOANS}`, () => (broken ? HttpResponse.json({}, { status: 500 }) : undefined)),
    )
    await app.user.click(await button('加载更多'))
    await said('更多申请加载失败')
    lookDown()
    expect(await rows()).toHaveLength(10)
    broken = false
    await app.user.click(await button('加载更多'))
    await waitFor(async () => expect(await rows()).toHaveLength(12))
  })

  test('the review list is filtered by year and status, which are kept in the address [AUD-05 AUD-17]', async () => {
    const app = await open('/checkloan')
    await rows()
    expect(made(LOANS)[0]?.body).toMatchObject({ year: String(year), status: '' })
    await app.user.click(screen.getByRole('radio', { name: '未通过' }))
    await waitFor(() => expect(app.address()).toBe('/checkloan?status=2'))
    await waitFor(() => expect(made(LOANS).at(-1)?.body).toMatchObject({ status: '2' }))
    await app.user.click(await button(/年度/))
    await app.user.click(await screen.findByRole('radio', { name: '2020 学年' }))
    await waitFor(() => expect(app.address()).toBe('/checkloan?year=2020&status=2'))
    await said('没有符合条件的申请')
  })

  test('the review list offers the years from 2019 to this year or 2022, and begins with this year [AUD-17]', async () => {
    expect(selectableReviewYears(2020)).toEqual(['2022', '2021', '2020', '2019'])
    expect(selectableReviewYears(2022)).toEqual(['2022', '2021', '2020', '2019'])
    const app = await open('/checkloan?year=1999&status=9')
    await app.user.click(await button(/年度/))
    const years = (await within(await screen.findByRole('dialog')).findAllByRole('radio')).map(
      (one) => one.textContent,
    )
    expect(years).toEqual(selectableReviewYears(year).map((one) => `${one} 学年`))
    expect(screen.getByRole('radio', { checked: true, name: `${year} 学年` })).toBeTruthy()
    await waitFor(() =>
      expect(made(LOANS)[0]?.body).toMatchObject({ year: String(year), status: '' }),
    )
  })

  test('deferrals have a review list of their own [AUD-03 AUD-13]', async () => {
    await open('/checkReduce')
    expect(await screen.findByRole('heading', { level: 1, name: '建档立卡审核' })).toBeTruthy()
    expect((await rows())[0]?.getAttribute('href')).toMatch(/^\/reduceDetile\//)
    expect(made(HOUSEHOLDS)[0]?.body).toMatchObject({ pageNum: 1, pageSize: 10 })
  })

  test('people who are not reviewers are sent home with the message 没有权限 [AUD-07 D-113]', async () => {
    for (const address of [
      '/checkloan',
      '/checkReduce',
      '/loanDetile/S990003',
      '/reduceDetile/S990003',
    ]) {
      for (const as of ['T1001', '990001']) {
        const app = await openApp(address, { as })
        await waitFor(() => expect(app.address()).toBe('/'))
        await said('没有权限')
      }
    }
    expect(made(LOANS)).toHaveLength(0)
  })

  test('an unbound visitor to the review list is sent to the sign-in; a signed-in reviewer’s id is in local storage [AUD-07]', async () => {
    const nobody = await openApp('/checkloan')
    expect(nobody.address()).toBe('/login?next=%2Fcheckloan')
    await open('/checkloan')
    expect(localStorage.getItem('userId')).toBeTruthy()
  })

  test('offline a notice replaces the review list, and no applicant is stored on the phone [AUD-18]', async () => {
    const app = await open('/checkloan')
    await rows()
    act(() => goOffline(campus))
    await said(OFFLINE)
    await said('审核必须联网，不使用本机保存的内容')
    expect(screen.queryByText('王思远')).toBeNull()
    await app.restart('/')
    await screen.findAllByText('离线')
    await app.restart('/checkloan')
    await said(OFFLINE)
    expect(screen.queryByText('王思远')).toBeNull()
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('王思远')
  })

  test('the review list shows the offline notice when there is no response, even if the browser reports a network [AUD-18]', async () => {
    campus.addFault(http.post(`*${LOANS}`, () => HttpResponse.error()))
    await open('/checkloan')
    await said(OFFLINE)
  })

  test('leaving the review list removes the applications from memory [AUD-18]', async () => {
    const app = await open('/checkloan')
    await rows()
    await app.user.click(screen.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(app.address()).toBe('/'))
    await waitFor(() =>
      expect(
        queryClient
          .getQueryCache()
          .findAll({ predicate: ({ queryKey }) => queryKey.includes('audit') }),
      ).toEqual([]),
    )
  })

  test('a review list that cannot be loaded shows an error with a retry [AUD-12]', async () => {
    let broken = true
    campus.addFault(
      http.post(`*${LOANS}`, () => (broken ? HttpResponse.json({}, { status: 500 }) : undefined)),
    )
    const app = await open('/checkloan')
    await said('申请列表加载失败')
    broken = false
    await app.user.click(await button('重试'))
    expect((await rows()).length).toBeGreaterThan(0)
  })
})

describe('an application under review', () => {
  test('an application under review shows the applicant, its values, its picture and the form for the decision [AUD-02 AUD-06 AUD-14 D-78]', async () => {
    await detail()
    expect(await screen.findByRole('heading', { level: 2, name: '王思远' })).toBeTruthy()
    expect(made('/api/greenChannelAudit/selectLoanMsg')[0]?.body).toEqual({
      stuCode: 'S990003',
      year: String(year),
    })
    for (const label of [
      '学号',
      '身份证号',
      '院系',
      '专业',
      '班级',
      '联系电话',
      '申请金额',
      '借款合同号',
      '回执校验码',
      '申请时间',
    ])
      await said(label)
    await said('¥ 8,000.00')
    expect(screen.queryByRole('img', { name: '国开行贷款回执单' })).toBeNull()
    lookDown()
    expect(
      (await screen.findByRole('img', { name: '国开行贷款回执单' })).getAttribute('src'),
    ).toMatch(/^blob:/)
    expect(await screen.findByLabelText('审核备注')).toBeTruthy()
    expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      '审核通过',
      '审核未通过',
    ])
  })

  test('a deferral under review shows two pictures [AUD-04 AUD-15]', async () => {
    await open('/checkReduce')
    const address = (await rows())[0]?.getAttribute('href') ?? ''
    await open(address)
    await screen.findByLabelText('审核备注')
    expect(made('/api/greenChannelAudit/selectJdlkMsg')).toHaveLength(1)
    lookDown()
    expect(await screen.findByRole('img', { name: '户主页' })).toBeTruthy()
    expect(await screen.findByRole('img', { name: '本人页' })).toBeTruthy()
  })

  test('an applicant’s ID number is masked until the reviewer reveals it, which the audit log records [AUD-06 security 14]', async () => {
    const { user } = await detail()
    expect(await screen.findByText('110****1')).toBeTruthy()
    await user.click(await button(/查看 身份证号/))
    expect(await screen.findByText('110101200801010031')).toBeTruthy()
    expect(screen.queryByText('110****1')).toBeNull()
    const line = await campus
      .backend()
      .db.selectFrom('office_log')
      .select(['action', 'about'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({ action: 'applications.reveal', about: 'student:S990003' })
  })

  test('the picture of an application can be zoomed by keyboard and by double click [AUD-06]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    lookDown()
    await app.user.click(await button('放大查看 国开行贷款回执单'))
    const zoom = within(await screen.findByRole('dialog', { name: '国开行贷款回执单' }))
    const stage = zoom.getByRole('group')
    await waitFor(() => expect(document.activeElement).toBe(stage))
    await app.user.keyboard('++')
    expect(zoom.getByText('196%')).toBeTruthy()
    await app.user.keyboard('-0')
    expect(zoom.getByText('100%')).toBeTruthy()
    // The two clicks have the same time, so that they count as a double click on a slow machine.
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(performance.now())
    await app.user.dblClick(stage)
    expect(zoom.getByText('250%')).toBeTruthy()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a review decision without a chosen status is not sent [AUD-09 AUD-10]', async () => {
    const app = await detail()
    await app.user.click(await button('提交审核'))
    await said('请选择审核状态')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '审核通过' }))
    expect(made(DECIDE)).toHaveLength(0)
  })

  test('a rejection needs a reason; tapping a preset reason adds it to the remark or removes it [D-79]', async () => {
    const app = await detail()
    await decide(app, '审核未通过')
    await said('请输入驳回原因')
    const remark = screen.getByLabelText<HTMLTextAreaElement>('审核备注')
    expect(document.activeElement).toBe(remark)
    await app.user.click(await button('回执单照片不清晰'))
    await app.user.click(await button('合同号与回执单不一致'))
    expect(remark.value).toBe('回执单照片不清晰；合同号与回执单不一致')
    await app.user.click(await button('回执单照片不清晰'))
    expect(remark.value).toBe('合同号与回执单不一致')
    expect(made(DECIDE)).toHaveLength(0)
  })

  test('tapping a preset reason selects 审核未通过 [AUD-06]', async () => {
    const app = await detail()
    await app.user.click(await button('回执单照片不清晰'))
    expect(screen.getByRole('radio', { name: '审核未通过', checked: true })).toBeTruthy()
  })

  test('a review decision is sent with the version that was read, and then the next pending application opens [AUD-16 AUD-08 D-79]', async () => {
    const app = await detail()
    await app.user.click(await button('回执单照片不清晰'))
    await app.user.click(await button('提交审核'))
    await waitFor(() => expect(app.address()).toMatch(/^\/loanDetile\/(?!S990003)/))
    const [call] = made(DECIDE)
    expect(call?.body).toMatchObject({
      status: '2',
      stuCode: 'S990003',
      reason: '回执单照片不清晰',
      auditType: '1',
      year: String(year),
      userId: localStorage.getItem('userId'),
    })
    expect(call?.body['verifyId']).toBeTruthy()
    expect(call?.headers.get('if-match')).toBeTruthy()
    await said(/^审核已提交，下一份：/)
    const next = app.address()
    await screen.findByLabelText('审核备注')
    const stood = await campus
      .backend()
      .db.selectFrom('green_application')
      .select(['status', 'reason'])
      .where('student_code', '=', 'S990003')
      .executeTakeFirstOrThrow()
    expect(stood).toEqual({ status: '2', reason: '回执单照片不清晰' })
    const code = /loanDetile\/([^?]+)/.exec(next)?.[1] ?? ''
    const pending = await campus
      .backend()
      .db.selectFrom('green_application')
      .select('status')
      .where('student_code', '=', code)
      .executeTakeFirstOrThrow()
    expect(pending.status).toBe('0')
  })

  test('after the decision on the last pending application a message is shown for 800 ms, and the review list opens [AUD-16 XC-25]', async () => {
    const [one] = await crowd(2021, 1)
    const app = await open(`/loanDetile/${one?.code}?year=2021`)
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    await decide(app, '审核通过')
    await waitFor(() => expect(app.address()).toBe('/checkloan?year=2021'))
    await said('审核已提交，没有更多待审核的申请')
    expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(800)
  })

  test('when the next pending application cannot be loaded, the decision is reported and the review list opens [AUD-16]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    campus.addFault(http.post(`*${LOANS}`, () => HttpResponse.error()))
    await decide(app, '审核通过')
    await said('审核已提交')
    await waitFor(() => expect(app.address()).toBe('/checkloan'))
  })

  test('a refused review decision shows 申请审核失败！ and keeps the remark [AUD-11]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    campus.addFault(http.post(`*${DECIDE}`, () => HttpResponse.json({ results: '0', msg: '' })))
    await app.user.type(screen.getByLabelText('审核备注'), '请补充')
    await decide(app, '审核未通过')
    await said('申请审核失败！')
    expect(screen.getByLabelText<HTMLTextAreaElement>('审核备注').value).toBe('请补充')
  })

  test('a decision on an application that was replaced by another one meanwhile is refused, and no decision is preselected for the new application [AUD-11 D-79]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    const { review_id: before } = await campus
      .backend()
      .db.selectFrom('green_application')
      .select('review_id')
      .where('student_code', '=', 'S990003')
      .executeTakeFirstOrThrow()
    await changed({ review_id: 'test-anew', amount_fen: 2_500_000 })
    await decide(app, '审核通过')
    await said('申请审核失败！')
    await said('¥ 25,000.00')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await app.user.click(await button('提交审核'))
    await said('请选择审核状态')
    expect(made(DECIDE)).toHaveLength(1)
    await changed({ review_id: before, amount_fen: 800_000 })
  })

  test('when a review decision gets no response, the chosen status is cleared and the remark stays [AUD-18 D-79]', async () => {
    const app = await detail()
    await app.user.type(await screen.findByLabelText('审核备注'), '请补充')
    campus.addFault(http.post(`*${DECIDE}`, () => HttpResponse.error()))
    await decide(app, '审核未通过')
    await said('网络错误，请稍后再试')
    await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull())
    expect(screen.getByLabelText<HTMLTextAreaElement>('审核备注').value).toBe('请补充')
  })

  test('a reviewer whose decision comes second sees the first decision and can decide again [XC-15 D-79]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    await changed({ status: '2', reason: '合同号有误', version: 9 })
    await decide(app, '审核通过')
    await said('其他老师刚刚审核过这份申请，或学生改过内容，请看最新结果')
    await said('合同号有误')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await decide(app, '审核通过')
    await waitFor(() => expect(app.address()).not.toContain('S990003'))
    await changed({ version: 1 })
  })

  test('an application that finance has offset is read-only; a decision on one that was offset meanwhile is refused [AUD-08 GRN-29]', async () => {
    await changed({ offset_status: '1' })
    const shown = await detail()
    await said('已冲抵，不能操作')
    expect(screen.queryByRole('button', { name: '提交审核' })).toBeNull()
    await changed({ offset_status: '0' })
    const app = await shown.restart()
    await screen.findByLabelText('审核备注')
    await changed({ offset_status: '1' })
    await decide(app, '审核通过')
    await said('申请审核失败！')
    await said('已冲抵，不能操作')
  })

  test('offline a review decision is refused at once, and the typed remark stays [AUD-18]', async () => {
    const app = await detail()
    await app.user.type(await screen.findByLabelText('审核备注'), '请补充')
    act(() => goOffline(campus))
    await decide(app, '审核未通过')
    await said(OFFLINE)
    expect(screen.getByLabelText<HTMLTextAreaElement>('审核备注').value).toBe('请补充')
    expect(made(DECIDE)).toHaveLength(0)
  })

  test('offline an application that was opened earlier cannot be opened again [AUD-18]', async () => {
    const app = await detail()
    await screen.findByLabelText('审核备注')
    await app.restart('/')
    act(() => goOffline(campus))
    await app.restart(`/loanDetile/S990003?year=${year}`)
    await said(OFFLINE)
    expect(screen.queryByText('王思远')).toBeNull()
  })

  test('an application that does not exist shows 这份申请已不存在 and links to the review list [AUD-14]', async () => {
    await open('/loanDetile/S990001')
    await said('这份申请已不存在')
    expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe('/checkloan')
  })
})

describe('the review page on a wide screen', () => {
  beforeEach(() => {
    isDesk = true
  })
  const links = async () => [
    ...(await screen.findByRole('table')).querySelectorAll<HTMLAnchorElement>('tbody a'),
  ]

  test('on a wide screen the review table is operated by keyboard: arrows move, Enter opens an application beside it, Escape returns [AUD-05]', async () => {
    const app = await open('/checkloan')
    await said('选择一份申请')
    const [first, second] = await links()
    first?.focus()
    await app.user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toMatch(/^\/checkloan\?open=/))
    const name = await screen.findByRole('heading', { level: 2, name: second?.textContent ?? '' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect((await links())[1]?.getAttribute('aria-current')).toBe('page')
    await app.user.keyboard('{Escape}')
    expect(document.activeElement).toBe((await links())[1])
    await app.user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe((await links())[0])
  })

  test('on a wide screen a click anywhere on a row of the review table opens its application [AUD-05]', async () => {
    const app = await open('/checkloan')
    const cell = within(await screen.findByRole('table')).getAllByRole('cell')[0]
    if (cell !== undefined) await app.user.click(cell)
    await waitFor(() => expect(app.address()).toMatch(/^\/checkloan\?open=/))
  })

  test('on a wide screen a decided application’s row shows the decision, and the next pending application opens [AUD-16]', async () => {
    const people = await crowd(2021, 3)
    const app = await open(`/checkloan?year=2021&open=${people[1]?.code}`)
    await decide(app, '审核通过')
    await waitFor(() => expect(app.address()).toBe(`/checkloan?year=2021&open=${people[2]?.code}`))
    const row = (await links())[1]?.closest('tr')
    expect(row?.textContent).toContain('审核通过')
    expect(
      await screen.findByRole('heading', { level: 2, name: people[2]?.name ?? '' }),
    ).toBeTruthy()
    await decide(app, '审核通过')
    await waitFor(() => expect(app.address()).toBe(`/checkloan?year=2021&open=${people[0]?.code}`))
    await decide(app, '审核通过')
    await waitFor(() => expect(app.address()).toBe('/checkloan?year=2021'))
    await said('选择一份申请')
  })

  test('on a wide screen a notice replaces the review table offline, and the typed remark stays [AUD-18]', async () => {
    const people = await crowd(2021, 1)
    const app = await open(`/checkloan?year=2021&open=${people[0]?.code}`)
    await app.user.type(await screen.findByLabelText('审核备注'), '请补充')
    act(() => goOffline(campus))
    await said(OFFLINE)
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByLabelText<HTMLTextAreaElement>('审核备注').value).toBe('请补充')
  })

  test('the review page is shown in English [D-112]', async () => {
    setLanguage('en')
    await open('/checkReduce')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Registered-household review' }),
    ).toBeTruthy()
    await said(/applications?$/)
  })
})

describe('reviewing several applications at once', () => {
  beforeEach(() => {
    isDesk = true
  })

  test('several applications are rejected with one reason, and those that could not be decided stay selected and say why [AUD-06]', async () => {
    const [first, second, third] = await crowd(2021, 3)
    const app = await open('/checkloan?year=2021')
    await app.user.click(await screen.findByRole('checkbox', { name: '选择已显示的全部待审核' }))
    expect(await screen.findByRole('heading', { name: '已选 3 份' })).toBeTruthy()
    await campus
      .backend()
      .db.updateTable('green_application')
      .set({ status: '1' })
      .where('id', '=', `test-2021-${second?.code}`)
      .execute()
    await app.user.click(await screen.findByRole('button', { name: '回执单照片不清晰' }))
    await app.user.click(await button('提交 3 份审核'))
    expect(await screen.findByText('已审核 2 份，1 份未成功')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: '已选 1 份' })).toBeTruthy()
    await said('其他老师刚刚审核过这份申请，或学生改过内容，请看最新结果')
    const stands = await campus
      .backend()
      .db.selectFrom('green_application')
      .select(['student_code', 'status', 'reason'])
      .where('id', 'like', 'test-2021-%')
      .orderBy('student_code')
      .execute()
    expect(stands).toEqual([
      { student_code: first?.code, status: '2', reason: '回执单照片不清晰' },
      { student_code: second?.code, status: '1', reason: '' },
      { student_code: third?.code, status: '2', reason: '回执单照片不清晰' },
    ])
    expect(made(DECIDE)).toHaveLength(3)
    await app.user.click(await button('取消选择'))
    expect(await screen.findByText('选择一份申请')).toBeTruthy()
  })

  test('approving several applications asks for confirmation with their sum, and then the list loads again', async () => {
    await crowd(2021, 3)
    const app = await open('/checkloan?year=2021&status=0')
    await said('共 3 份申请')
    const all = await screen.findByRole('checkbox', { name: '选择已显示的全部待审核' })
    await app.user.click(all)
    await app.user.click(await screen.findByRole('radio', { name: '审核通过' }))
    await app.user.click(await button('提交 3 份审核'))
    const { rows } = await sql<{ sum: string }>`
      select (sum(amount_fen) / 100)::int::text as sum from green_application where id like 'test-2021-%'`.execute(
      campus.backend().db,
    )
    const dialog = await screen.findByRole('dialog', { name: '确认通过 3 份申请？' })
    expect(dialog.textContent?.replaceAll(/[,，]/g, '')).toContain(rows[0]?.sum ?? '?')
    expect(made(DECIDE)).toHaveLength(0)
    await app.user.click(within(dialog).getByRole('button', { name: '确认通过' }))
    expect(await screen.findByText('已审核 3 份')).toBeTruthy()
    await said('共 0 份申请')
    await app.user.click(await button('取消选择'))
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })

  test('deciding several applications stops at the first missing response, and all stay selected [AUD-18]', async () => {
    await crowd(2021, 3)
    const app = await open('/checkloan?year=2021')
    await app.user.click(await screen.findByRole('checkbox', { name: '选择已显示的全部待审核' }))
    campus.addFault(http.post(`*${DECIDE}`, () => HttpResponse.error()))
    await app.user.click(await screen.findByRole('radio', { name: '审核通过' }))
    await app.user.click(await button('提交 3 份审核'))
    await app.user.click(await button('确认通过'))
    await said('网络错误，请稍后再试')
    expect(await screen.findByRole('heading', { name: '已选 3 份' })).toBeTruthy()
    expect(screen.getAllByText('网络错误，请稍后再试')).toHaveLength(1)
  })

  test('the review list can be searched and sorted oldest first, and an application shows its history [AUD-05]', async () => {
    const people = await crowd(2021, 3)
    const app = await open('/checkloan?year=2021')
    await app.user.click(await screen.findByRole('radio', { name: '最早在前' }))
    await waitFor(() => expect(app.address()).toContain('oldest=true'))
    await waitFor(() =>
      expect(made(LOANS).at(-1)?.body).toMatchObject({ oldest: '1', year: '2021' }),
    )
    await app.user.type(screen.getByLabelText('姓名或学号'), `${people[1]?.name}{Enter}`)
    await waitFor(() => expect(made(LOANS).at(-1)?.body['find']).toBe(people[1]?.name))
    const reviewer = await campus.backend().signInAs('T3001')
    await reviewer.post(DECIDE, {
      userId: '',
      status: '2',
      stuCode: people[1]?.code,
      reason: '照片看不清',
      auditType: '1',
      year: '2021',
      verifyId: `test-review-2021-${people[1]?.code}`,
    })
    await app.user.click(await screen.findByRole('link', { name: people[1]?.name ?? '' }))
    const history = await screen.findByRole('heading', { name: '审核记录' })
    expect(history.closest('section')?.textContent).toContain('照片看不清')
  })
})
