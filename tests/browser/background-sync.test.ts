import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  locateOutboxTab,
  restoreNetwork,
  signIn,
  submitForm,
  findTravelRecord,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady, waitForBriefText } from '../support/browser/chromium.ts'
import { isLongRun } from '../support/setup/long-run.ts'

/** The script of the delivery worker. */
const DELIVERY = /\/assets\/delivery-/

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('with the page closed, the delivery worker sends by Background Sync as soon as there is a network [OFF-15 OFF-16]', async () => {
  const { origin, proxy } = campus
  const phone = await campus.openPhone()
  const { page, context } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await openTravelForm(page, origin)
  await cutNetwork(campus, phone)
  await fillTravelForm(page)
  await submitForm(page)
  await page
    .getByRole('dialog', { name: '已保存在本机，尚未提交' })
    .getByRole('link', { name: '查看待提交' })
    .click()
  await page.getByRole('listitem').getByText('待提交', { exact: true }).waitFor()
  const blank = await context.newPage()
  await page.close()
  await restoreNetwork(campus, phone)
  await expect.poll(async () => (await findTravelRecord(campus, '990001')).records.length).toBe(1)
  expect(proxy.count(/TravelInformation\/add/).came).toBe(1)

  expect(proxy.count(DELIVERY).came).toBeGreaterThan(0)
  await blank.goto(`${origin}/outbox`)
  await blank.getByRole('heading', { name: '学校已收到' }).waitFor()
  await locateOutboxTab(blank, 0).waitFor()
  expect((await findTravelRecord(campus, '990001')).answers).toHaveLength(1)
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'a phone fetches the delivery worker when somebody is bound, not before, and keeps both workers [OFF-15]',
  async () => {
    const own = await startBrowserTestCampus()
    try {
      const phone = await own.openPhone()
      const { page } = phone
      const scopes = () =>
        page.evaluate(async () =>
          (await navigator.serviceWorker.getRegistrations()).map(
            ({ scope }) => new URL(scope).pathname,
          ),
        )
      await page.goto(own.origin)
      await waitForOfflineReady(page)
      expect(own.proxy.count(DELIVERY).came).toBe(0)
      expect(await scopes()).toEqual(['/'])
      await signIn(page, own.origin, '990001')
      await expect.poll(async () => (await scopes()).toSorted()).toEqual(['/', '/assets/delivery/'])
      await expect.poll(() => own.proxy.count(DELIVERY).came).toBe(1)
      await page.reload()
      await waitForOfflineReady(page)
      expect(own.proxy.count(DELIVERY).came).toBe(1)
      expectNoConsoleErrors(phone)
    } finally {
      await own.close()
    }
  },
)

test('without Background Sync a phone fetches no delivery worker, and the page sends [OFF-15]', async () => {
  const forget = 'delete ServiceWorkerRegistration.prototype.sync'
  const own = await startBrowserTestCampus({ worker: forget })
  try {
    const phone = await own.openPhone()
    const { page, context } = phone
    await context.addInitScript(forget)
    await signIn(page, own.origin, '990001')
    await waitForOfflineReady(page)
    await openTravelForm(page, own.origin)
    await cutNetwork(own, phone)
    await fillTravelForm(page)
    await submitForm(page)
    await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
    const said = waitForBriefText(page, '已提交')
    await restoreNetwork(own, phone)
    await said
    expect((await findTravelRecord(own, '990001')).records).toHaveLength(1)
    expect(own.proxy.count(DELIVERY).came).toBe(0)
    expectNoConsoleErrors(phone)
  } finally {
    await own.close()
  }
})

test('without a service worker the app caches reads, keeps a form submitted offline until it is sent, and says that it cannot open offline [OFF-29 OFF-11]', async () => {
  const { origin, proxy } = campus
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await signIn(page, origin, '990003')
  await page.getByText('不支持', { exact: true }).waitFor()
  await page.getByText('本浏览器不支持离线打开').waitFor()
  await page.goto(`${origin}/welcome/990003`)
  await page.getByRole('listitem').first().waitFor()
  await openTravelForm(page, origin, '990003')
  // The app prefetches the files for the next tap right after the screen is shown, so the test
  // waits for them before it goes offline.
  await page.waitForLoadState('networkidle')
  await cutNetwork(campus, phone)
  await fillTravelForm(page)
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  const said = waitForBriefText(page, '已提交')
  await restoreNetwork(campus, phone)
  await said
  expect((await findTravelRecord(campus, '990003')).records).toHaveLength(1)

  // The app shows the cached copy while the campus does not answer.
  proxy.addRule((seen) => seen.method === 'POST', 'stall')
  await page.goto(`${origin}/welcome/990003`)
  await page.getByRole('listitem').first().waitFor()
  await page.getByText('弱网').waitFor()
  proxy.clearRules()
  expectNoConsoleErrors(phone)
})
