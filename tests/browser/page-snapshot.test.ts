import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { home } from '#contract/home'
import {
  filterConsoleNoise,
  type BrowserTestCampus,
  cutNetwork,
  NETWORK_NOISE_PATTERNS,
  startBrowserTestCampus,
  restoreNetwork,
  signIn,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import { findAxeViolations } from '../support/browser/visual-checks.ts'
import { casesOfRun } from '../support/setup/long-run.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterEach(() => campus.proxy.setFault('pass'))
afterAll(() => campus.close())

const TIMETABLE = '/searchcourse/880001'

/** A page in which no script of the app runs, so that all its content is from the response. */
async function withoutScripts(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  return page
}

/** The axe violations of a page without scripts. Axe is a script, so it inspects a copy. */
async function violationsWithout(bare: Page): Promise<string[]> {
  const copy = await bare.context().newPage()
  await copy.setContent((await bare.content()).replaceAll(/<script[^]*?<\/script>/g, ''))
  const found = await findAxeViolations(copy)
  await copy.close()
  return found
}

/** The page snapshots that this phone has stored, by address. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'baodao-seen')) return {}
    const database = await new Promise<IDBDatabase | undefined>((resolve, reject) => {
      const opening = indexedDB.open('baodao-seen')
      // The database was deleted after it was listed, and opening it must not create it again.
      opening.onupgradeneeded = () => {
        opening.transaction?.abort()
        resolve(undefined)
      }
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('not opened'))
    })
    if (database === undefined) return {}
    const frames = database.transaction('frames').objectStore('frames')
    const read = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        asked.onsuccess = () => resolve(asked.result)
      })
    const [keys, all] = await Promise.all([
      read(frames.getAllKeys()),
      read<{ html: string }[]>(frames.getAll()),
    ])
    const addresses = keys.map(String)
    database.close()
    return Object.fromEntries(all.map(({ html }, at) => [addresses[at] ?? '', html]))
  })

/** Pages of all kinds; the office's pages have style sheets that no student's phone has. */
const ADDRESSES = casesOfRun(
  [
    '/',
    '/more',
    '/me',
    '/outbox',
    '/nowhere/at/all',
    '/schoolKnow',
    '/feeMenu',
    '/schoolcalendar',
    '/notice',
    '/notice/1',
    '/privacy',
    '/login',
    '/welcome/990001',
    '/personalinformation/1/990001',
    '/schoolInformation/2/990001',
    '/friendRecommended/2/990001',
    '/selectdorm/3/990001',
    '/militaryTrainingClothing/4/990001',
    '/onlinefee/5/990001',
    '/pay/5/990001',
    '/livinguse/7/990001',
    '/uploadPic',
    '/loan/990001',
    '/reduce/990001',
    '/loanDetile/S990001',
    '/report',
    '/registration',
    '/ConfirmOrder',
    '/DailyuseBook',
    '/PromptInformation',
    '/delay/990001',
    '/feepaid/990001',
    '/generateform/990001',
    '/paytuition/990001',
    '/outbox/1/repair',
    '/myDormitory',
    '/dormitoryInformation',
    '/perdetiles',
    '/searchcourse/990001',
    '/searchscore/990001',
    '/scorefailed',
    '/evaluation',
    '/editinfo/990001',
    '/editpic/990001',
    '/changephonenum/990001',
    '/changepass/990001',
    '/auth/990001',
    '/recharge/990001',
    '/checkin',
    '/PaySuccess/990001',
    '/PayFailed/990001',
    '/advice',
    '/service',
    '/applicationProfessionalTransfer',
    '/noticeTransfer',
    '/noticeApply',
    '/myNoticeApply',
    '/scanCodes',
    '/scanning',
    '/checkloan',
    '/checkReduce',
    '/manage',
    '/manage/arrivals',
    '/manage/arrivals/wall',
    '/manage/imports',
    '/manage/finance',
  ],
  (_, nth) => nth % 4 === 0,
)

test('without a network no page throws an error, whether its style sheets load or not [HOME-12 OFF-01]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await cutNetwork(campus, phone)
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(`${page.url()}: ${error.message}`))
  const walk = async (addresses: readonly string[]) => {
    for (const address of addresses) {
      // oxlint-disable-next-line no-await-in-loop -- one page, and one address after the other
      await page.goto(origin + address)
      // oxlint-disable-next-line no-await-in-loop
      await page.locator('main, [role="alert"]').first().waitFor()
      // Also run the code that runs when the user leaves a page.
      // oxlint-disable-next-line no-await-in-loop
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    }
  }
  await walk(ADDRESSES.slice(0, 8))
  expect(thrown).toEqual([])
  // Delete the cached style sheets, as after an interrupted visit or on a phone with full storage.
  const dropped = await page.evaluate(async () => {
    let sheets = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.endsWith('.css') && (await cache.delete(request)))
          sheets++
    }
    return sheets
  })
  expect(dropped).toBeGreaterThan(3)
  await walk(ADDRESSES)
  expect(thrown.filter((line) => !/preload CSS/.test(line))).toEqual([])
  // The phone has no files of screens that this person may not open.
  const missing = /preload CSS|dynamically imported module/
  expect(filterConsoleNoise(phone.complaints, [...NETWORK_NOISE_PATTERNS, missing])).toEqual([])
})

test('only a whole page is stored: not while its code or its data is missing, and again in another language [OFF-05]', async () => {
  const { origin } = campus
  // Without a worker every file comes from the network, which this test holds back.
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await page.addInitScript(() => {
    const stored: string[] = []
    Object.assign(window, { stored })
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key) {
      if (this.name === 'frames') stored.push(JSON.stringify([key, value]))
      return put.call(this, value, key)
    }
  })
  const holdBack = async (address: string) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const asked = page.waitForRequest(address)
    await page.route(address, async (route) => {
      await released
      await route.continue()
    })
    return { asked, release }
  }
  const card = await holdBack('**/today.LessonCard.js')
  // The file with the code that stores snapshots.
  const snapshots = page.waitForResponse('**/early.js')
  await signIn(page, origin, '880001', async () => {
    await Promise.all([card.asked, snapshots])
    // The browser has been idle twice, so that the page could have been stored.
    await page.evaluate(async () => {
      for (let times = 0; times < 2; times++)
        await new Promise((resolve) => requestIdleCallback(resolve))
    })
  })
  const apps = await holdBack(`**${home.apps.path}*`)
  card.release()
  await apps.asked
  await page.getByRole('link', { name: /课/ }).first().waitFor()
  apps.release()
  await expect.poll(async () => (await kept(page))['/']).toMatch(/查看课表[^]*网上缴费/)
  await page.getByRole('button', { name: 'English' }).click()
  await expect
    .poll(async () => (await kept(page))['/'])
    .toMatch(/See the timetable[^]*Online payment/)
  const stored = await page.evaluate<string[]>('window.stored')
  expect(
    stored.filter((one) => !/查看课表[^]*网上缴费|See the timetable[^]*Online payment/.test(one)),
  ).toEqual([])
})

const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top)

test('until an unbinding the phone shows a page’s last snapshot before any script runs [OFF-05 OFF-30 D-105]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ profileDir: await campus.createProfileDir() })
  const { page } = phone
  await signIn(page, origin, '880001')
  await waitForOfflineReady(page)
  await page.goto(`${origin}${TIMETABLE}`)
  await expect.poll(() => kept(page)).toHaveProperty([TIMETABLE])
  const course = await page.locator('td span').first().innerText()
  await page.goto(`${origin}/`)
  await page.getByText('¥').first().waitFor()
  // The snapshot contains today's card and the fees from the phone's data.
  await expect.poll(async () => (await kept(page))['/']).toMatch(/查看课表[^]*查看缴费/)

  const bare = await withoutScripts(page.context())
  // The worker does not wait for a late response, and a page without scripts does not change later,
  // so the test opens the page again.
  const opens = (path: string, words: Locator) =>
    waitUntil(async () => {
      await bare.goto(origin + path)
      expect(await words.count()).toBeGreaterThan(0)
    })
  // With a network the age of the snapshot has its own place.
  await opens('/', bare.locator('.snapshot-age'))
  expect(await violationsWithout(bare)).toEqual([])
  await cutNetwork(campus, phone)
  await opens(TIMETABLE, bare.getByRole('table').getByText(course))
  await bare.getByText(/^上次看到的内容 · \d+月\d+日 \d\d:\d\d$/).waitFor()
  expect(await violationsWithout(bare)).toEqual([])
  // The snapshot waits for no style sheet, but is styled.
  expect(await bare.locator('head link[rel="stylesheet"]').count()).toBe(0)
  await bare.evaluate(() => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) link.remove()
  })
  const looks = (page: Page) =>
    page
      .locator('table td span')
      .first()
      .evaluate((cell) => {
        const { backgroundColor, borderRadius, fontSize, padding } = getComputedStyle(cell)
        const { width, height } = cell.getBoundingClientRect()
        return { backgroundColor, borderRadius, fontSize, padding, width, height }
      })
  const looked = await looks(bare)
  // The snapshot has no mark of today, which would be wrong on another day.
  expect(await bare.locator('[aria-current="date"]').count()).toBe(0)
  await opens('/', bare.getByText('刘嘉怡'))
  expect(await violationsWithout(bare)).toEqual([])
  await bare.getByRole('link', { name: '课表' }).first().waitFor()
  // The snapshot leaves out values that may have changed: amounts, states and counts.
  expect(await bare.locator('body').innerText()).not.toMatch(/¥|待缴费|已|未读|[1-9]\d*\+?\s*条/)

  // Today's card shows its link.
  await bare.getByRole('link', { name: '查看课表' }).waitFor()
  const top = await bare.getByRole('heading', { name: '我的常用' }).evaluate(topOf)

  // The app replaces the snapshot without a layout shift.
  const home = await page.context().newPage()
  await home.addInitScript(() => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const look = () => {
      const heading = [...document.querySelectorAll('h2')].find(
        (one) => one.innerText === '我的常用',
      )
      if (heading !== undefined) tops.push(Math.round(heading.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  })
  await waitUntil(async () => {
    await home.goto(`${origin}/`)
    await home.getByText('¥').first().waitFor()
    expect(await home.locator('.snapshot').count()).toBe(0)
    // On a very busy phone the app may render before its data is loaded, so the test tries again.
    expect(await home.evaluate('[...new Set(window.tops)]')).toEqual([top])
  })
  await home.close()
  const whole = await page.context().newPage()
  await whole.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await waitUntil(async () => {
    await whole.goto(`${origin}${TIMETABLE}`)
    await whole.getByText(/课表更新于/).waitFor()
    expect(await whole.locator('.snapshot').count()).toBe(0)
    await whole.getByRole('table').getByText(course).first().waitFor()
    // The same holds here.
    expect(await whole.evaluate<number>('window.moved')).toBeLessThanOrEqual(0.02)
  })
  expect(await looks(whole)).toEqual(looked)
  await whole.close()

  await restoreNetwork(campus, phone)
  await page.goto(`${origin}/`)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('button', { name: '确定解除' }).click()
  await page.getByRole('link', { name: '请先绑定' }).waitFor()
  await expect.poll(() => kept(page)).toEqual({})
  await cutNetwork(campus, phone)
  for (const path of ['/', TIMETABLE]) {
    await bare.goto(`${origin}${path}`)
    await bare.locator('.shell').waitFor()
    expect(await bare.locator('#root').innerHTML()).not.toMatch(/刘嘉怡|880001|seen/)
  }
})
