import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  startBrowserTestCampus,
  openTravelForm,
  signIn,
  submitForm,
  findTravelRecord,
  SAMPLE_TRAVEL_INPUT,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady, waitForBriefText } from '../support/browser/chromium.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('on a phone with full storage the app says that the storage is full, keeps the typed text, and saves once there is room [OFF-14]', async () => {
  const { origin } = campus
  const profileDir = await campus.createProfileDir()
  const before = await campus.openPhone({ profileDir })
  await signIn(before.page, origin, '990001')
  await waitForOfflineReady(before.page)
  await before.close()

  // A browser caches its storage quota for a while, so the test fills the disk between two visits.
  const phone = await campus.openPhone({ profileDir })
  const { page, context } = phone
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await openTravelForm(page, origin)
  await fillTravelForm(page)
  await submitForm(page)
  await page
    .getByRole('alert')
    .filter({ hasText: '手机存储空间已满，没有保存。您填写的内容还在这里，请清理空间后再提交。' })
    .waitFor()
  expect(await page.getByLabel('备注').inputValue()).toBe(SAMPLE_TRAVEL_INPUT.remark)
  expect(await page.getByLabel('出发城市').innerText()).toContain('武侯区')
  expect((await findTravelRecord(campus, '990001')).records).toEqual([])

  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  const said = waitForBriefText(page, '已提交')
  await submitForm(page)
  await said
  expect((await findTravelRecord(campus, '990001')).records).toMatchObject([
    { version: 1, remark: SAMPLE_TRAVEL_INPUT.remark },
  ])
  expectNoConsoleErrors(phone)
})

test('a page restored from the back/forward cache sends the waiting items [OFF-15]', async () => {
  const { origin, proxy } = campus
  const { page, context } = await campus.openPhone({ backForwardCache: true })
  // Remove Background Sync: a worker that sends meanwhile would notify all pages, and a message
  // evicts a frozen page from the cache.
  await context.addInitScript(() =>
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'),
  )
  await signIn(page, origin, '990005')
  await openTravelForm(page, origin, '990005')
  proxy.addRule(/TravelInformation/, { type: 'status', status: 503 })
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('备注').fill('回来时发送')
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await page.evaluate(() =>
    addEventListener(
      'pageshow',
      ({ persisted }) => (document.documentElement.dataset['persisted'] = String(persisted)),
    ),
  )
  await expect.poll(() => proxy.count(/TravelInformation/).came).toBeGreaterThan(2)
  await page.goto(`${campus.backend.url}/healthz`)
  proxy.clearRules()
  await page.goBack({ waitUntil: 'commit' })
  await expect
    .poll(async () => (await findTravelRecord(campus, '990005')).records[0]?.remark)
    .toBe('回来时发送')
  expect(await page.locator('html').getAttribute('data-persisted')).toBe('true')
})
