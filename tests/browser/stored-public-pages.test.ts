import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  cutNetwork,
  expectNoConsoleErrors,
  locateOfflineBanner,
  restoreNetwork,
  signIn,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'
import type { BrowserPhone } from '../support/browser/chromium.ts'
import { waitForServerRendering } from '../support/browser/server-rendered-pages.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus({ drawn: true })
  await waitForServerRendering(campus.origin, [
    { path: '/', language: 'zh' },
    { path: '/login', language: 'zh' },
    { path: '/', language: 'en' },
  ])
})
afterEach(() => campus.proxy.setFault('pass'))
afterAll(() => campus.close())

/** The pages that the worker has stored, by path, with their texts. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('public '))
    if (name === undefined) return {}
    const cache = await caches.open(name)
    const keys = await cache.keys()
    const texts = await Promise.all(
      keys.map(async (request) => (await cache.match(request, { ignoreVary: true }))?.text()),
    )
    return Object.fromEntries(keys.map(({ url }, at) => [new URL(url).pathname, texts[at] ?? '']))
  })

/** What the page at an address shows before any script runs. */
async function readFirstText({ context }: BrowserPhone, path = '/'): Promise<string> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(campus.origin + path)
  const text = await page.locator('body').innerText()
  await page.close()
  return text
}

test('the page of a visitor who is not bound is there without a network, and on one that never answers [OFF-05 OFF-30]', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.goto(campus.origin)
  await expect.poll(() => storedPages(page)).toHaveProperty(['/'])
  await expect.poll(() => storedPages(page)).toHaveProperty(['/login'])
  // The visitor has just got this page, so the worker's request transfers none.
  const asked = campus.proxy.requests.filter(
    ({ path, headers }) => path === '/' && headers.accept === 'text/html',
  )
  expect(asked.map(({ status }) => status)).toEqual([304])

  await cutNetwork(campus, phone)
  expect(await readFirstText(phone)).toMatch(/请先绑定[^]*网上缴费/)
  expect(await readFirstText(phone, '/login')).toContain('身份证号')
  // The app takes over by itself and says that there is no network.
  await page.goto(campus.origin)
  await locateOfflineBanner(page).first().waitFor()
  await page.getByText('网上缴费').first().waitFor()
  expect(await page.locator('[data-ssr]').count()).toBe(0)

  await restoreNetwork(campus, phone)
  await campus.proxy.setFault('stall')
  expect(await readFirstText(phone)).toMatch(/请先绑定[^]*网上缴费/)
  await page.goto(campus.origin)
  await page.getByText('弱网', { exact: true }).first().waitFor()
  expectNoConsoleErrors(phone)
})

test('the stored page is shown neither to somebody who is bound, nor in another language', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.goto(campus.origin)
  await expect.poll(() => storedPages(page)).toHaveProperty(['/'])
  await signIn(page, campus.origin, '990001')
  await expect.poll(() => storedPages(page)).toEqual({})
  await cutNetwork(campus, phone)
  for (const path of ['/', '/login'])
    expect(await readFirstText(phone, path)).not.toMatch(/请先绑定|身份证号/)
  await restoreNetwork(campus, phone)

  await page.goto(campus.origin)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('button', { name: '确定解除' }).click()
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  await page.goto(campus.origin)
  await expect.poll(() => storedPages(page)).toHaveProperty(['/'])
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Bind first' }).waitFor()
  await expect
    .poll(async () => (await storedPages(page))['/'])
    .toMatch(/<html lang="en">[^]*Bind first/)
  await cutNetwork(campus, phone)
  expect(await readFirstText(phone)).toContain('Bind first')
})
