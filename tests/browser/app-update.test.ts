import { beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  startBrowserTestCampus,
  locateOutboxTab,
  SECOND_BUILD_MARKER,
  signIn,
  submitForm,
  findTravelRecord,
  SAMPLE_TRAVEL_INPUT,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeEach(async () => {
  campus = await startBrowserTestCampus()
  return () => campus.close()
})

test('a new app version waits until the user accepts it, does not ask while the user types, and leaves outbox and draft unchanged [OFF-31 OFF-14]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ profileDir: await campus.createProfileDir() })
  const { page } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await page.goto(`${origin}/schoolInformation/2/990001`)
  await page.getByRole('button', { name: '提交', exact: true }).waitFor()
  campus.proxy.addRule(/TravelInformation/, { type: 'status', status: 503 })
  await fillTravelForm(page)
  await submitForm(page)
  const told = page.getByRole('dialog', { name: '已保存在本机，尚未提交' })
  await told.getByRole('button', { name: '关闭' }).click()
  await told.waitFor({ state: 'hidden' })
  await page.getByLabel('备注').fill('改坐夜车')
  await page.getByText('已存草稿').waitFor()

  await campus.deploy()
  campus.proxy.addRule(/TravelInformation/, { type: 'status', status: 503 })
  const offer = page.getByRole('region', { name: '有新版本' })
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state),
    )
    .toBe('installed')
  expect(await offer.isVisible()).toBe(false)
  expect(await page.getByLabel('备注').inputValue()).toBe('改坐夜车')

  // Outside the form the app asks, and the new version becomes active only when the user accepts.
  await page.getByRole('button', { name: '返回' }).click()
  await offer.waitFor()
  expect(await page.content()).not.toContain(SECOND_BUILD_MARKER)
  await offer.getByRole('button', { name: '更新', exact: true }).click()
  await page.waitForFunction(
    (mark) => document.documentElement.outerHTML.includes(mark),
    SECOND_BUILD_MARKER,
  )

  await page.goto(`${origin}/`)
  await locateOutboxTab(page, 1).waitFor()
  await page.goto(`${origin}/schoolInformation/2/990001`)
  await page.getByText('已恢复上次没有提交的草稿').waitFor()
  await expect.poll(() => page.getByLabel('备注').inputValue()).toBe('改坐夜车')
  campus.proxy.clearRules()
  await page.goto(`${origin}/outbox`)
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  const { records, answers } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([{ remark: SAMPLE_TRAVEL_INPUT.remark }])
  expect(answers).toHaveLength(1)
  expectNoConsoleErrors(phone)
})

test('a tab with typed text is not reloaded when another tab activates the new version, and can still load files of the old version [OFF-31]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ profileDir: await campus.createProfileDir() })
  const { page } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await page.goto(`${origin}/schoolInformation/2/990001`)
  await page.getByLabel('备注').fill('还没写完')
  const other = await phone.context.newPage()
  await other.goto(origin)
  // The server no longer has the files that the open tab has not loaded yet.
  await campus.deploy({ gone: /^(outbox|welcome|ui\.Sheet)/ })
  await other.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await other.getByRole('button', { name: '更新', exact: true }).click()
  await other.waitForFunction(
    (mark) => document.documentElement.outerHTML.includes(mark),
    SECOND_BUILD_MARKER,
  )

  expect(await page.getByLabel('备注').inputValue()).toBe('还没写完')
  expect(await page.content()).not.toContain(SECOND_BUILD_MARKER)
  await page.getByLabel('出发城市').click()
  await page.getByRole('dialog', { name: '选择出发城市' }).waitFor()
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'when neither the phone nor the server has a file any more, the page is reloaded once and not again and again [OFF-31 XC-11]',
  async () => {
    const { origin } = campus
    const phone = await campus.openPhone({ profileDir: await campus.createProfileDir() })
    const { page } = phone
    // The service worker cannot be installed, so the phone has no cached files.
    campus.proxy.addRule('/sw.js', { type: 'status', status: 404 }, Infinity)
    await signIn(page, origin, '990001')
    await page.route('**/assets/*/searchcourse._stunum.js', (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    await page.goto(`${origin}/me`)
    let loads = 0
    page.on('load', () => (loads += 1))
    const timetable = page
      .getByRole('navigation', { name: '主导航' })
      .getByRole('link', { name: '课表' })
    await timetable.click()
    await expect.poll(() => loads).toBe(1)
    const failed = page.getByRole('heading', { level: 1, name: '页面出错了' })
    await failed.or(timetable).first().waitFor()
    if (await timetable.isVisible()) await timetable.click()
    await failed.waitFor()
    await page.getByText(/^系统内部错误/).waitFor()
    expect(loads).toBe(1)
  },
)

test.runIf(isLongRun)(
  'a phone downloads a new build as deltas to its cached files if the browser supports delta compression',
  async () => {
    const { origin } = campus
    const phone = await campus.openPhone({ profileDir: await campus.createProfileDir() })
    const { page } = phone
    await signIn(page, origin, '990001')
    await waitForOfflineReady(page)
    await campus.deploy({ changed: /^(first|me)\.js$/ })
    await page.evaluate(
      async () => void (await navigator.serviceWorker.getRegistration())?.update(),
    )
    await page.getByRole('region', { name: '有新版本' }).waitFor()
    const kept = await page.evaluate(async (files) => {
      const cache = await caches.open(files)
      const keys = await cache.keys()
      // The newest entry of a file is the last one.
      const newest = (name: string) =>
        keys.findLast(({ url }) => url.includes(`/${name}.js?`)) ?? ''
      const found = await Promise.all(['first', 'me'].map((name) => cache.match(newest(name))))
      return Promise.all(
        found.map(async (file) => ({
          encoding: file?.headers.get('content-encoding'),
          isSmall: Number(file?.headers.get('content-length')) < 500,
          isWhole: (await file?.text())?.endsWith('\n// Another build.\n'),
        })),
      )
    }, `files ${origin}/`)
    const asDifference = { encoding: 'dcz', isSmall: true, isWhole: true }
    expect(kept).toEqual([asDifference, asDifference])
    await page.getByRole('button', { name: '更新', exact: true }).click()
    await page.waitForFunction(
      (mark) => document.documentElement.outerHTML.includes(mark),
      SECOND_BUILD_MARKER,
    )
    await page.goto(`${origin}/me`)
    await page.getByRole('button', { name: '解除绑定' }).waitFor()
    expectNoConsoleErrors(phone)
  },
)
