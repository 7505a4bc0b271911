import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('the built app reports an error in a page’s background code, with the app’s version and without the error message', async () => {
  const { origin, backend } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  // One page in four reports errors; make this page one of them.
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  await signIn(page, origin, '880001')
  await page.goto(`${origin}/me`)
  await page
    .getByRole('group', { name: '出错时告诉学校' })
    .getByRole('radio', { name: '自动' })
    .check()
  const told = () => backend.db.selectFrom('trouble').selectAll().orderBy('id').execute()
  // The test cannot see when the app starts to listen, so the page fails repeatedly; the app sends
  // only one report.
  const toldAfter = async (fail: () => Promise<void>) => {
    await fail()
    return (await told()).map(({ name }) => name)
  }
  const fails = () =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('陈晓雨 13912345678')
      })
    })
  await expect.poll(() => toldAfter(fails)).toEqual(['RangeError'])
  await page.reload()
  const rejects = () =>
    page.evaluate(() => void Promise.reject(new TypeError('陈晓雨 13912345678')))
  await expect.poll(() => toldAfter(rejects)).toEqual(['RangeError', 'TypeError'])

  const folders = await readdir('dist/app/assets', { withFileTypes: true })
  const [build] = folders.filter((one) => one.isDirectory())
  const row = {
    id: expect.any(String),
    at: expect.any(Date),
    code: expect.stringMatching(/^\d{3}-\d{3}$/),
    kind: 'behind',
    version: build?.name,
    engine: expect.stringMatching(/^chromium \d+$/),
    step: '/me',
  }
  expect(await told()).toEqual([
    { ...row, name: 'RangeError' },
    { ...row, name: 'TypeError' },
  ])
  expectNoConsoleErrors(phone, [/^(Uncaught .*)?陈晓雨 13912345678$/])
})

test('a page whose file of error reports cannot be loaded goes on without it, and is not reloaded', async () => {
  const { origin } = campus
  const { page } = await campus.openPhone()
  await page.route('**/network.error-reporting.js', (route) => route.abort())
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const failed = page.waitForEvent('requestfailed')
  await page.goto(origin)
  // The test cannot see when the app starts to listen, so the page fails repeatedly.
  const failing = await page.evaluateHandle(() =>
    setInterval(() => {
      throw new RangeError('x')
    }, 50),
  )
  expect((await failed).url()).toContain('network.error-reporting.js')
  await page.evaluate((timer) => clearInterval(timer), failing)
  await waitForOfflineReady(page)
  expect(requested).not.toContain('/index.html')
})
