import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'
import {
  openServerRendered,
  waitForServerRendering,
} from '../support/browser/server-rendered-pages.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus({ drawn: true })
  await waitForServerRendering(campus.origin, [
    { path: '/', language: 'zh' },
    { path: '/login', language: 'zh' },
    { path: '/login', language: 'en' },
  ])
})
afterAll(() => campus.close())

const open = (page: Page, path = '/') => openServerRendered(page, campus.origin + path)

/** Resolves when the page has fetched the app's files, which it does not run. */
const fetched = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/first.js')),
  )

const isUntouched = (page: Page) =>
  page.evaluate(() => [
    document.querySelector('#root[data-ssr]') !== null,
    document.querySelector('script[src]') === null,
  ])

test('until it is touched a page runs none of the app’s files, and opens offline afterwards', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  expect(await isUntouched(page)).toEqual([true, true])
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await campus.proxy.setFault('refuse')
  await phone.setOffline()
  await page.getByText('离线', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  await campus.proxy.setFault('pass')
  await phone.setOffline(false)
  expectNoConsoleErrors(phone)
})

test('the first tap on a button takes effect once', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  await fetched(page)
  const main = await page.locator('main').elementHandle()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Bind first' }).waitFor()
  expect(await page.evaluate((one) => one === document.querySelector('main'), main)).toBe(true)
  await page.getByRole('button', { name: '中文' }).waitFor()
  expect(await page.locator('[data-pressed]').count()).toBe(0)
  expectNoConsoleErrors(phone)
})

test('a sign-in form is submitted by its first tap with what was typed', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page, '/login')
  await page.getByText('考生号').first().click()
  await page.getByLabel('身份证号').fill('110101200801010015')
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('two taps before the app stands take effect one after the other', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page, '/login')
  await page.evaluate(() => {
    const find = (text: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(text))
    find('990001')?.click()
    find('绑定')?.click()
  })
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('a name that the browser fills in without a touch is in the form of the app', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page, '/login')
  expect(await isUntouched(page)).toEqual([true, true])
  await page.evaluate(() => {
    const [, number] = document.querySelectorAll<HTMLInputElement>('form input:not([type=radio])')
    const fill = (input: HTMLInputElement | undefined, text: string) => {
      if (input === undefined) throw new Error('no field')
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    fill(number, '110101200801010015')
  })
  await page.locator('#root:not([data-ssr])').waitFor()
  await page.getByText('考生号').first().click()
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('the Enter key submits a sign-in form, and keys that are typed meanwhile stay with the caret', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page, '/login')
  await page.getByText('考生号').first().click()
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  const idNumber = page.getByLabel('身份证号')
  await idNumber.click()
  await page.keyboard.type('11010120080101001')
  await page.keyboard.type('5')
  expect(await idNumber.inputValue()).toBe('110101200801010015')
  expect(await idNumber.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('the Tab key keeps the focus when the app takes the page over', async () => {
  const phone = await campus.openPhone({ hasMouse: true })
  const { page } = phone
  await open(page, '/login')
  await fetched(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await name()).toBe('返回')
  await page.locator('button[aria-label="返回"]').waitFor()
  expect(await name()).toBe('返回')
  expectNoConsoleErrors(phone)
})

test('a link is a link, and a touch on it does not start the app', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  await page.evaluate(() => {
    Object.assign(window, { isFirst: true })
    document.addEventListener('click', (event) => event.preventDefault())
  })
  await page.getByRole('link', { name: '请先绑定' }).click()
  expect(await isUntouched(page)).toEqual([true, true])
  await open(page)
  await page.getByRole('link', { name: '请先绑定' }).click()
  await page.waitForURL(`${campus.origin}/login`)
  await page.getByRole('textbox', { name: '考生号' }).waitFor()
  expect(await page.evaluate('window.isFirst')).toBeUndefined()
})

test.each([
  ['the page comes back from the back-forward cache', 'pageshow'],
  ['another tab writes to the storage', 'storage'],
])('the app starts when %s', async (_, type) => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  expect(await isUntouched(page)).toEqual([true, true])
  await page.evaluate(
    (name) =>
      window.dispatchEvent(
        name === 'storage'
          ? new StorageEvent(name)
          : new PageTransitionEvent(name, { persisted: true }),
      ),
    type,
  )
  await page.locator('#root:not([data-ssr])').waitFor()
  expectNoConsoleErrors(phone)
})

test('a click on a link with the Control key opens a tab and does not start the app', async () => {
  const phone = await campus.openPhone({ hasMouse: true })
  const { page } = phone
  await open(page)
  const opened = phone.context.waitForEvent('page')
  await page.getByRole('link', { name: '请先绑定' }).click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(`${campus.origin}/login`)
  expect(await isUntouched(page)).toEqual([true, true])
  expectNoConsoleErrors(phone)
})

test.each([
  { state: 'an untouched page', touch: async () => {} },
  {
    state: 'a page whose app has started',
    touch: async (page: Page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('button', { name: '中文' }).click()
      await page.getByRole('link', { name: '请先绑定' }).waitFor()
    },
  },
])('$state shows the person whom another tab binds', async ({ touch }) => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  await touch(page)
  const other = await page.context().newPage()
  await open(other, '/login')
  await other.getByText('990001').click()
  await other.getByRole('button', { name: '绑定', exact: true }).click()
  await other.getByText('陈晓雨').first().waitFor()
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('a phone without storage keeps what is typed and the tap that came first', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  await page.goto(`${campus.origin}/login`)
  await page.getByText('考生号').first().click()
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  await page.getByLabel('身份证号').fill('110101200801010015')
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByText('陈晓雨').first().waitFor()
  expectNoConsoleErrors(phone)
})

test('the language switch keeps what was typed before the app’s files are here', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  let letThrough = () => {}
  const later = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/\/first\.js|\/frame\.js/, async (route) => {
    await later
    await route.continue()
  })
  await open(page, '/login')
  await page.getByText('考生号').first().click()
  await page.getByRole('textbox', { name: '考生号' }).fill('990001')
  await page.getByRole('button', { name: 'English' }).click()
  letThrough()
  await page.getByRole('button', { name: 'Bind', exact: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Exam number' }).inputValue()).toBe('990001')
  expectNoConsoleErrors(phone)
})

test('on another day the tiles of the stored page stay while the campus is silent, and the first tap is done', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await open(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const later = await page.context().newPage()
  await later.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 86_400_000
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      init?.method === 'POST' ? new Promise(() => {}) : fetch(input, init)
  })
  await later.goto(`${campus.origin}/`, { waitUntil: 'commit' })
  await later.getByRole('button', { name: 'English' }).click()
  await later.getByRole('link', { name: 'Bind first' }).waitFor()
  expect(await later.locator('[class*="tile"]').count()).toBeGreaterThan(5)
})

test('with Save-Data the app’s files are fetched at the first touch only', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await phone.context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
  })
  const asked = campus.proxy.requests.length
  await open(page)
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  const scripts = () =>
    campus.proxy.requests.slice(asked).filter(({ path }) => path.endsWith('/first.js')).length
  expect(scripts()).toBe(0)
  await page.locator('main').tap({ position: { x: 2, y: 2 } })
  await page.locator('#root:not([data-ssr])').waitFor()
  expect(scripts()).toBe(1)
})

test('with Save-Data an untouched page installs no worker', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await phone.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await open(page)
  await page.waitForLoadState('networkidle')
  const registered = await page.evaluate(async () =>
    Boolean(await navigator.serviceWorker.getRegistration()),
  )
  expect(registered).toBe(false)
})

test('a phone on which somebody is bound shows its own page at once', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await phone.context.addInitScript(() => localStorage.setItem('stuCode', 'somebody'))
  await open(page)
  await page.locator('#root:not([data-ssr])').waitFor()
})

test('a first installation of the worker that broke off is tried again', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  const asked = campus.proxy.requests.length
  campus.proxy.addRule('/sw.js', { type: 'cut', bytes: 10 }, 1)
  try {
    await open(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  } finally {
    campus.proxy.clearRules()
  }
  const tries = campus.proxy.requests.slice(asked).filter(({ path }) => path === '/sw.js')
  expect(tries.length).toBeGreaterThan(1)
  expect(await isUntouched(page)).toEqual([true, true])
})

test('when the app’s file is missing, the page says so and a press does what it does without the app', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  campus.proxy.addRule(/\/first\.js$/, 'refuse', Infinity)
  try {
    await open(page, '/login')
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await page.getByText('打开用了很久').waitFor()
    expect(await page.locator('[data-pressed]').count()).toBe(0)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: '中文' }).waitFor()
  } finally {
    campus.proxy.clearRules()
  }
})
