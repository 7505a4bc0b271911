import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  cutNetwork,
  startBrowserTestCampus,
  restoreNetwork,
  signIn,
  locateOfflineBanner,
} from '../support/browser/browser-campus.ts'
import {
  type BrowserPhone,
  waitForBriefText,
  waitForOfflineReady,
} from '../support/browser/chromium.ts'
import { readStoredData } from '../support/browser/stored-data.ts'
import { isLongRun } from '../support/setup/long-run.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const OFFLINE = '当前网络不可用，请联网后再操作'
const DECIDE = '/api/greenChannelAudit/updateStatus'

let campus: BrowserTestCampus
let phone: BrowserPhone
let page: Page
let logged: number

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  phone = await campus.openPhone()
  page = phone.page
  await signIn(page, campus.origin, 'T3001')
  await waitForOfflineReady(page)
})
afterAll(() => campus.close())

beforeEach(async () => {
  phone.complaints.length = 0
  await restoreNetwork(campus, phone)
  // Make all loans of this year pending and unread again.
  await campus.backend.db
    .updateTable('green_application')
    .set({ status: '0', reason: '', audit_amount_fen: null, version: sql`version + 1` })
    .where('status', '<>', '0')
    .where('offset_status', '=', '0')
    .execute()
  logged = (await log()).length
})

const log = () => campus.backend.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
/** The decisions that this test has logged. */
const decided = async () => (await log()).slice(logged)
const nameOf = async (code: string) =>
  (
    await campus.backend.db
      .selectFrom('student')
      .select('name')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).name
const isFocused = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((element) => element === document.activeElement)

test('a reviewer on a phone opens an application far down the list and rejects it with a tap, and the next application opens [AUD-05 AUD-06 AUD-12 AUD-16]', async () => {
  await page.goto(`${campus.origin}/checkloan`)
  const rows = page.getByRole('main').getByRole('link')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5000)
      return rows.count()
    })
    .toBeGreaterThan(21)
  await rows.nth(20).click()
  await page.waitForURL(/\/loanDetile\//)
  const student = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('heading', { level: 2, name: await nameOf(student) }).waitFor()

  await page.getByRole('button', { name: '放大查看 国开行贷款回执单' }).click()
  const zoom = page.getByRole('dialog', { name: '国开行贷款回执单' })
  await zoom.getByRole('button', { name: '放大', exact: true }).click()
  await expect
    .poll(() => zoom.getByRole('button', { name: '显示整张' }).innerText())
    .not.toBe('100%')
  await zoom.getByRole('button', { name: '关闭' }).click()
  await zoom.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '合同号与回执单不一致' }).click()
  expect(await page.getByLabel('审核备注').inputValue()).toBe('合同号与回执单不一致')
  const told = waitForBriefText(page, '审核已提交，下一份：', 'body')
  await page.getByRole('button', { name: '提交审核' }).click()
  await told
  await page.waitForURL(
    (url) => /\/loanDetile\//.test(url.pathname) && !url.pathname.endsWith(student),
  )
  const next = await nameOf(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByRole('heading', { level: 2, name: next, exact: true }).waitFor()
  expect(await page.getByLabel('审核备注').inputValue()).toBe('')
  expect(await decided()).toMatchObject([
    {
      student_code: student,
      reviewer: 'UT3001',
      from_status: '0',
      to_status: '2',
      reason: '合同号与回执单不一致',
    },
  ])
  // Back leads to the list, not to the decided application.
  await page.goBack()
  await page.waitForURL(/\/checkloan/)
  expectNoConsoleErrors(phone)
})

test('a reviewer on a wide screen, with the table beside the detail, decides applications one after the other with only the keyboard [AUD-05 AUD-06]', async () => {
  const desk = await campus.openPhone({ width: 1280, height: 900, hasServiceWorker: false })
  await signIn(desk.page, campus.origin, 'T3001')
  await desk.page.goto(`${campus.origin}/checkloan?status=0`)
  const { keyboard } = desk.page
  const links = desk.page.getByRole('table').getByRole('link')
  await links.first().waitFor()
  for (let pressed = 0; pressed < 40 && !(await isFocused(links.first())); pressed++)
    await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  expect(await isFocused(links.nth(1))).toBe(true)
  const students: string[] = []
  await keyboard.press('Enter')
  for (const reason of ['看不清', '']) {
    await desk.page.waitForURL(
      ({ searchParams }) => ![null, ...students].includes(searchParams.get('open')),
    )
    const student = new URL(desk.page.url()).searchParams.get('open') ?? ''
    students.push(student)
    const name = desk.page.getByRole('heading', {
      level: 2,
      name: await nameOf(student),
      exact: true,
    })
    await expect
      .poll(() => name.evaluate((element) => element === document.activeElement))
      .toBe(true)
    const [table, detail] = await Promise.all([
      desk.page.getByRole('table').boundingBox(),
      name.boundingBox(),
    ])
    expect((table?.x ?? 0) + (table?.width ?? 1280)).toBeLessThanOrEqual(detail?.x ?? 0)

    const radio = desk.page.getByRole('radio', { name: '审核通过' })
    for (let pressed = 0; pressed < 40 && !(await isFocused(radio)); pressed++)
      await keyboard.press('Tab')
    await keyboard.press('Space')
    if (reason !== '') {
      await keyboard.press('ArrowDown')
      const remark = desk.page.getByLabel('审核备注')
      for (let pressed = 0; pressed < 20 && !(await isFocused(remark)); pressed++)
        await keyboard.press('Tab')
      await keyboard.type(reason)
    }
    const send = desk.page.getByRole('button', { name: '提交审核' })
    for (let pressed = 0; pressed < 20 && !(await isFocused(send)); pressed++)
      await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect.poll(async () => (await decided()).length).toBe(students.length)
  }
  expect(await decided()).toMatchObject([
    { student_code: students[0], to_status: '2', reason: '看不清' },
    { student_code: students[1], to_status: '1', reason: '' },
  ])
  await desk.page.waitForURL(
    ({ searchParams }) => !students.includes(searchParams.get('open') ?? ''),
  )
  await expect.poll(() => desk.page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await keyboard.press('Escape')
  await expect
    .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('aria-current')))
    .toBe('page')
  expectNoConsoleErrors(desk)
})

test('when two reviewers decide at once, one succeeds; the other sees a message and the decision, and keeps the typed remark [D-79 AUD-11]', async () => {
  await campus.backend.db
    .updateTable('staff')
    .set({ post: '审核老师' })
    .where('code', '=', 'T1001')
    .execute()
  const other = await campus.openPhone({ hasServiceWorker: false })
  await signIn(other.page, campus.origin, 'T1001')
  const both = [page, other.page]
  for (const one of both) {
    await one.goto(`${campus.origin}/loanDetile/S990003`)
    await one.getByRole('heading', { level: 2, name: '王思远' }).waitFor()
    await one.getByText(one === page ? '审核通过' : '审核未通过', { exact: true }).click()
    await one.getByLabel('审核备注').fill(one === page ? '同意' : '金额不符')
  }
  await Promise.all(both.map((one) => one.getByRole('button', { name: '提交审核' }).click()))
  const refused = (one: Page) =>
    one
      .getByRole('alert')
      .filter({ hasText: '其他老师刚刚审核过这份申请，或学生改过内容，请看最新结果' })
  const [entry] = await waitUntil(async () => {
    const all = await decided()
    expect(all).toHaveLength(1)
    return all
  })
  const second = entry?.reviewer === 'UT3001' ? other.page : page
  await refused(second).waitFor()
  expect(await second.getByText(/^审核已提交/).count()).toBe(0)
  await second.getByText(entry?.reason ?? '', { exact: true }).waitFor()
  expect(await second.getByLabel('审核备注').inputValue()).toBe(
    second === page ? '同意' : '金额不符',
  )
  expect(await second.getByRole('radio', { checked: true }).count()).toBe(0)
  expectNoConsoleErrors(phone)
  expectNoConsoleErrors(other)
})

test('without a network no review decision is made: the remark stays on the page only, and nothing is sent later [AUD-18 OFF-24]', async () => {
  await page.goto(`${campus.origin}/loanDetile/S990003`)
  await page.getByRole('img', { name: '国开行贷款回执单' }).waitFor()
  const before = campus.proxy.count(DECIDE).came
  await cutNetwork(campus, phone)
  await page.getByText('审核未通过', { exact: true }).click()
  await page.getByLabel('审核备注').fill('请重新拍照')
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor()
  await restoreNetwork(campus, phone)
  // The app has noticed the network and has loaded its data.
  const reads = campus.proxy.requests.length
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await locateOfflineBanner(page).first().waitFor({ state: 'hidden' })
  expect(await page.getByLabel('审核备注').inputValue()).toBe('请重新拍照')
  await page.goto(`${campus.origin}/checkReduce`)
  await page.getByRole('main').getByRole('link').first().waitFor()
  expect(campus.proxy.requests.length).toBeGreaterThan(reads)
  expect(campus.proxy.count(DECIDE).came).toBe(before)
  expect(await decided()).toEqual([])

  const places = await page.evaluate(readStoredData)
  for (const place of ['items', 'drafts', 'receipts'])
    expect(places[`baodao-outbox/${place}`]).toEqual([])
  const kept = (places['baodao-reads/reads'] ?? []).map(({ key }) => key).join(' ')
  expect(kept).not.toMatch(/audit|application|image|loan|household/)
  const all = JSON.stringify(places)
  const crowd = await page.getByRole('main').getByRole('link').locator('b').allInnerTexts()
  expect(crowd.length).toBeGreaterThan(0)
  expect(
    [...crowd, '王思远', '请重新拍照', 'picture image/'].filter((part) => all.includes(part)),
  ).toEqual([])

  await cutNetwork(campus, phone)
  for (const path of ['/checkReduce', '/loanDetile/S990003']) {
    await page.goto(campus.origin + path)
    await page.getByText(OFFLINE).waitFor()
    expect(
      await page
        .getByText(crowd[0] ?? '')
        .or(page.getByText('王思远'))
        .count(),
    ).toBe(0)
  }
})

test.runIf(isLongRun).each(['T2001', '990001'])(
  '%s is not a reviewer: the review page redirects to the home page and reads no application [AUD-07 D-113]',
  async (who) => {
    const anonymousPhone = await campus.openPhone({ hasServiceWorker: false })
    await signIn(anonymousPhone.page, campus.origin, who)
    // Only the requests of this page: the teacher's phone is online again and reloads its own page.
    const asked: string[] = []
    anonymousPhone.page.on('request', (request) => {
      if (/greenChannelAudit/i.test(request.url())) asked.push(request.url())
    })
    for (const path of [
      '/checkloan',
      '/checkReduce',
      '/loanDetile/S990003',
      '/reduceDetile/S990003',
    ]) {
      await anonymousPhone.page.goto(campus.origin + path)
      await anonymousPhone.page.waitForURL(`${campus.origin}/`)
    }
    expect(asked).toEqual([])
    expectNoConsoleErrors(anonymousPhone)
  },
)
