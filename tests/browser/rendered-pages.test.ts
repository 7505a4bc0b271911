import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import type { BrowserPhone } from '../support/browser/chromium.ts'
import { startApp } from '../support/browser/hydration.ts'
import {
  openServerRendered,
  SERVER_RENDERED,
  waitForServerRendering,
} from '../support/browser/server-rendered-pages.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

/** Each public page, with text that only the page's content has. */
const PAGES: Readonly<Record<string, string>> = {
  '/': '网上缴费',
  '/login': '身份证号',
  '/more': '学籍',
  '/notice': '图书馆开馆时间调整',
  '/notice/demo-3': '周末照常开放',
  '/schoolcalendar': '第一学期 第',
  '/schoolKnow': '录取通知书',
  '/feeMenu': '学费',
}

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus({ drawn: true })
  const pages = Object.keys(PAGES).map((path) => ({ path, language: 'zh' }))
  await waitForServerRendering(campus.origin, pages)
})
afterAll(() => campus.close())

/** A phone on which no service worker is installed, so that every visit is a first visit. */
async function openAnonymousPhone(): Promise<BrowserPhone> {
  const phone = await campus.openPhone()
  await phone.context.route('**/sw.js', (route) => route.abort())
  return phone
}

const opened = (page: Page, path: string, before?: () => Promise<void>) =>
  openServerRendered(page, campus.origin + path, before)

test('every public page is readable without a script, and its links work [D-112]', async () => {
  const { page, context } = await openAnonymousPhone()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  for (const [path, words] of Object.entries(PAGES)) {
    await opened(page, path)
    expect([path, await page.locator('main').innerText()]).toEqual([
      path,
      expect.stringContaining(words),
    ])
  }
  await opened(page, '/')
  await page.getByRole('link', { name: '请先绑定' }).click()
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  // The form puts no typed text into the address.
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByLabel('身份证号').waitFor()
  expect(page.url()).toBe(`${campus.origin}/login`)
  await page.goto(`${campus.origin}/notice`)
  await page.getByRole('link', { name: /图书馆开馆时间调整/ }).click()
  await page.waitForURL('**/notice/demo-3')
  await opened(page, '/notice/demo-3')
  await page.getByRole('link', { name: '返回' }).click()
  await page.waitForURL('**/notice')
})

test('a language chosen before the scripts have loaded stays after they have loaded [D-112]', async () => {
  const phone = await openAnonymousPhone()
  const { page, context } = phone
  const devtools = await context.newCDPSession(page)
  const scriptsRun = (run: boolean) =>
    devtools.send('Emulation.setScriptExecutionDisabled', { value: !run })
  await scriptsRun(false)
  await opened(page, '/')
  await page.getByRole('button', { name: 'English' }).click()
  await page.waitForURL(`${campus.origin}/`)
  await opened(page, '/')
  await page.getByRole('link', { name: 'Notices' }).first().click()
  await opened(page, '/notice')
  await page.getByRole('link', { name: /Arriving as a new student/ }).waitFor()
  await scriptsRun(true)
  await opened(page, '/')
  const main = await page.locator('main').elementHandle()
  await startApp(page)
  await page.getByRole('link', { name: 'Bind first' }).waitFor()
  expect(await page.evaluate((one) => one === document.querySelector('main'), main)).toBe(true)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  expect(page.url()).toBe(`${campus.origin}/`)
  // A visitor who has chosen a language is still anonymous, so the server renders the page in that
  // language.
  await opened(page, '/')
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  expectNoConsoleErrors(phone)
})

test('when the app hydrates a page, no element moves and no error is logged', async () => {
  const phone = await openAnonymousPhone()
  await phone.context.addInitScript(() => {
    const SOON_MS = 500
    const seen: { moved: number; movedThen: number; first?: Element | null } = {
      moved: 0,
      movedThen: -1,
    }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') seen.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new MutationObserver((changes) => {
      seen.first ??= document.querySelector('main')
      // Stop early: on a busy machine the app may later show the weak-network message, which moves
      // elements.
      if (changes.some(({ attributeName }) => attributeName === 'data-ssr'))
        setTimeout(() => {
          seen.movedThen = seen.moved
        }, SOON_MS)
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-ssr'] })
  })
  const takenOver = async (path: string) => {
    const page = await phone.context.newPage()
    await opened(page, path)
    await startApp(page)
    await expect
      .poll(() => page.evaluate<number>('window.seen.movedThen'))
      .toBeGreaterThanOrEqual(0)
    const seen =
      '[window.seen.first === document.querySelector("main"), window.seen.movedThen <= 0.02]'
    return { path, seen: await page.evaluate(seen) }
  }
  const paths = Object.keys(PAGES)
  expect(await Promise.all(paths.map(takenOver))).toEqual(
    paths.map((path) => ({ path, seen: [true, true] })),
  )
  expectNoConsoleErrors(phone)
})

test('a tap before the scripts have loaded navigates, and text typed before the scripts have loaded stays', async () => {
  const { page } = await openAnonymousPhone()
  let letThrough = () => {}
  const through = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/**/*.js', async (route) => {
    await through
    await route.continue().catch(() => {})
  })
  await page.goto(campus.origin, { waitUntil: 'commit' })
  await page.getByRole('link', { name: '请先绑定' }).click()
  await page.getByText('考生号').first().click()
  await page.getByLabel('身份证号').fill('110101200801010015')
  letThrough()
  await startApp(page)
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByText('陈晓雨').first().waitFor()
})

test('a tap before the scripts have loaded opens the sign-in page without waiting, because the page was prefetched', async () => {
  const { page } = await campus.openPhone()
  const asked = campus.proxy.count('/login').came
  campus.proxy.addRule(/\.js$/, 'stall', Infinity)
  try {
    await page.goto(campus.origin, { waitUntil: 'commit' })
    const bind = page.getByRole('link', { name: '请先绑定' })
    await bind.waitFor()
    await waitUntil(() => {
      const [prefetch] = campus.proxy.requests.filter(({ path }) => path === '/login').slice(asked)
      expect(prefetch?.status).toBe(200)
    })
    campus.proxy.addRule('/login', 'stall', Infinity)
    await bind.click()
    await page.getByRole('textbox', { name: '考生号' }).waitFor()
  } finally {
    campus.proxy.clearRules()
  }
})

test('a bound phone gets the shell and shows its student’s page until it is unbound', async () => {
  const phone = await openAnonymousPhone()
  const { page, context } = phone
  await page.goto(`${campus.origin}/login`)
  await startApp(page)
  await signIn(page, campus.origin, '990001')
  await page.getByText('陈晓雨').first().waitFor()
  expect((await context.cookies()).map(({ name, value }) => [name, value])).toContainEqual([
    'own',
    '1',
  ])
  const own = await page.goto(campus.origin)
  expect(await own?.text()).not.toContain(SERVER_RENDERED)
  await page.getByText('陈晓雨').first().waitFor()
  // When the cookie is lost the app still shows this phone's data, and an open page sets the cookie
  // again.
  await opened(page, '/', async () => {
    await page.goto('about:blank')
    await context.clearCookies({ name: 'own' })
  })
  await page.getByText('陈晓雨').first().waitFor()
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('button', { name: '确定解除' }).click()
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('own')
  await opened(page, '/')
  expectNoConsoleErrors(phone)
})
