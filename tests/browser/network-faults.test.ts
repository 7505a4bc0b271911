import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  restoreNetwork,
  signIn,
  submitForm,
  findTravelRecord,
  locateOfflineBanner,
} from '../support/browser/browser-campus.ts'
import {
  type BrowserPhone,
  waitForBriefText,
  waitForOfflineReady,
} from '../support/browser/chromium.ts'
import type { Fault } from '../support/fakes/fault-proxy.ts'
import { GATEWAY_RESPONSE_CASES } from '../support/fakes/gateway-responses.ts'
import { casesOfRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus
let phone: BrowserPhone
const writes = /TravelInformation\/(add|update)/

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  phone = await campus.openPhone()
  await signIn(phone.page, campus.origin, '990001')
  await waitForOfflineReady(phone.page)
})
afterAll(() => campus.close())

/** The fault of the first request, and how many requests the form needs until it arrives. */
const faults: readonly {
  readonly name: string
  readonly fault: Fault
  /** Two by default: the first request is lost. */
  readonly comesBy?: number
  /** Tried in CI too. The phone judges the others by the same rules, which quick tests try. */
  readonly isInCi?: boolean
}[] = [
  {
    name: 'the connection breaks before the campus has the form',
    fault: 'reset-before',
    isInCi: true,
  },
  {
    name: 'the connection breaks after the campus has the form',
    fault: 'reset-after',
    isInCi: true,
  },
  { name: 'the answer breaks off', fault: { type: 'cut', bytes: 5 } },
  { name: 'a captive portal answers with its page', fault: 'portal-200', isInCi: true },
  { name: 'a captive portal redirects', fault: 'portal-302' },
  { name: 'a captive portal answers with status 511', fault: 'portal-511' },
  {
    name: 'the campus is unavailable for a moment',
    fault: { type: 'status', status: 503, retryAfter: 1 },
    isInCi: true,
  },
  { name: 'the campus answers with an internal error', fault: { type: 'status', status: 500 } },
  { name: 'too many phones are sending', fault: { type: 'status', status: 429, retryAfter: 1 } },
  {
    name: 'the campus is still processing the same form',
    fault: { type: 'status', status: 409, retryAfter: 1 },
  },
  ...GATEWAY_RESPONSE_CASES.map((says) => ({
    name: `a gateway answers ${says} in the format of the campus`,
    fault: { type: 'gateway' as const, says },
    isInCi: says === 'gateway says yes',
  })),
  { name: 'a proxy sends the form twice', fault: 'twice', comesBy: 1, isInCi: true },
]

test('a phone that loses the network while the first page loads still shows the page [OFF-01]', async () => {
  const other = await campus.openPhone()
  // As in a change from Wi-Fi to mobile data, requests in flight are dropped and later ones arrive.
  const file = /\/login\._-_app_\.js$/
  const wasCut = () =>
    campus.proxy.requests.some(({ path, fault }) => file.test(path) && typeof fault === 'object')
  campus.proxy.addRule(file, { type: 'cut', bytes: 100 }, 1)
  expect(wasCut()).toBe(false)
  await signIn(other.page, campus.origin, '990002')
  expect(wasCut()).toBe(true)
  expectNoConsoleErrors(other)
})

test('when downloads break off during the first visit, the phone has all files before the user leaves the page, and the app opens offline [OFF-01]', async () => {
  const { origin, proxy } = campus
  const other = await campus.openPhone()
  proxy.addRule('/sw.js', { type: 'status', status: 503 }, 1)
  proxy.addRule(/\/schoolcalendar\.js$/, { type: 'cut', bytes: 100 }, 1)
  await other.page.goto(origin)
  await waitForOfflineReady(other.page)
  await cutNetwork(campus, other)
  await other.page.goto(`${origin}/more`)
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  await restoreNetwork(campus, other)
})

test.each(casesOfRun(['ui.SheetFrame', 'ui.RegionPicker'], (part) => part === 'ui.RegionPicker'))(
  'a lazily loaded part of a page whose download broke off opens after a retry, without a service worker: %s [TRV-02]',
  async (part) => {
    const other = await campus.openPhone({ hasServiceWorker: false })
    await signIn(other.page, campus.origin, '990003')
    campus.proxy.addRule(new RegExp(`/${part}\\.js$`), { type: 'cut', bytes: 100 }, 1)
    await openTravelForm(other.page, campus.origin, '990003')
    // A browser requests a module once per page, so the app reloads the page; the test repeats a
    // tap that came too early.
    const city = other.page.getByRole('button', { name: '出发城市' })
    const sheet = other.page.getByRole('dialog')
    const isChosen = async () => {
      // While a sheet is opening, the button behind the sheet cannot be tapped.
      if (!(await sheet.isVisible())) await city.click({ timeout: 1000 })
      return sheet.getByText('四川省').isVisible()
    }
    await expect.poll(isChosen).toBe(true)
    expectNoConsoleErrors(other)
  },
)

test('a phone that has no receipt yet does not trust a success answer of a gateway: the form waits, and arrives once [OFF-15 OFF-16]', async () => {
  const own = await campus.openPhone()
  const { page } = own
  await signIn(page, campus.origin, '990003')
  await openTravelForm(page, campus.origin, '990003')
  await fillTravelForm(page)
  campus.proxy.addRule(writes, { type: 'gateway', says: 'gateway says yes' }, 1)
  const said = waitForBriefText(page, '已保存在本机，尚未提交')
  await submitForm(page)
  await said
  await page.waitForURL(/selectdorm/)
  const { records, answers } = await findTravelRecord(campus, '990003')
  expect([records.length, answers.length]).toEqual([1, 1])
  await own.context.close()
})

// Of the answers that end a session when the campus gives them, one is tried in CI.
test.each(casesOfRun(GATEWAY_RESPONSE_CASES, (says) => says === 'gateway says 401'))(
  'a gateway that answers every request with %s signs nobody out and removes nothing from the screen [OFF-15 XC-08]',
  async (says) => {
    const { page } = phone
    campus.proxy.clearRules()
    await page.goto(campus.origin)
    const signedIn = page.getByRole('button', { name: '解除绑定' })
    await signedIn.waitFor()
    const { came } = campus.proxy.count('/api/')
    campus.proxy.addRule(({ method }) => method === 'POST', { type: 'gateway', says })
    await page.reload()
    await expect.poll(() => campus.proxy.count('/api/').came).toBeGreaterThan(came)
    await locateOfflineBanner(page).first().waitFor()
    expect(await signedIn.isVisible()).toBe(true)
    campus.proxy.clearRules()
    await page.reload()
    await signedIn.waitFor()
    expect(await locateOfflineBanner(page).count()).toBe(0)
  },
)

test('a first submission that the campus stored while the response was lost makes one record [OFF-10 OFF-16 TRV-07]', async () => {
  const { page } = phone
  const before = await findTravelRecord(campus, '990001')
  await openTravelForm(page, campus.origin)
  campus.proxy.addRule(writes, 'reset-after', 1)
  await fillTravelForm(page)
  const said = waitForBriefText(page, '已保存在本机，尚未提交')
  await submitForm(page)
  await said
  await page.waitForURL(/selectdorm/)
  const { records, answers } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([{ version: 1 }])
  expect(answers).toHaveLength(before.answers.length + 1)
})

test.each(casesOfRun(faults, ({ isInCi = false }) => isInCi))(
  '$name: the phone saves the submission at once, and it arrives once [OFF-15 OFF-16]',
  async ({ name, fault, comesBy = 2 }) => {
    const { page } = phone
    const before = await findTravelRecord(campus, '990001')
    await openTravelForm(page, campus.origin)
    await page.getByLabel('备注').fill(name)
    const came = campus.proxy.count(writes).came
    campus.proxy.addRule(writes, fault, 1)
    const said = waitForBriefText(page, '已保存在本机，尚未提交')
    await submitForm(page)
    await said
    // The sheet notices the arrival without a tap and continues to the next step.
    await page.waitForURL(/selectdorm/)
    const { records, answers } = await findTravelRecord(campus, '990001')
    expect(records).toMatchObject([
      { remark: name, version: (before.records[0]?.version ?? 0) + 1 },
    ])
    expect(answers).toHaveLength(before.answers.length + 1)
    expect(campus.proxy.count(writes).came).toBe(came + comesBy)
  },
)

test('after 30 s without an answer the phone sends the same form again [OFF-16 XC-22]', async () => {
  const own = await campus.openPhone()
  const { page } = own
  await page.clock.install()
  await signIn(page, campus.origin, '990002')
  const before = await findTravelRecord(campus, '990002')
  await openTravelForm(page, campus.origin, '990002')
  await page
    .getByRole('button', { name: '修改' })
    .or(page.getByRole('button', { name: '提交', exact: true }))
    .first()
    .click()
  await page.getByLabel('备注').fill('三十秒')
  campus.proxy.addRule(writes, 'stall', 1)
  const { came } = campus.proxy.count(writes)
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await expect.poll(() => campus.proxy.count(writes).came).toBe(came + 1)
  await page.clock.fastForward(31_000)
  await expect.poll(() => campus.proxy.count(writes).came).toBe(came + 2)
  await expect
    .poll(async () => (await findTravelRecord(campus, '990002')).records[0]?.remark)
    .toBe('三十秒')
  expect((await findTravelRecord(campus, '990002')).records[0]?.version).toBe(
    (before.records[0]?.version ?? 0) + 1,
  )
  expectNoConsoleErrors(own)
})

test('the browser console of these tests shows only network errors', () =>
  expectNoConsoleErrors(phone))
