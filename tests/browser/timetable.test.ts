import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  cutNetwork,
  startBrowserTestCampus,
  restoreNetwork,
  signIn,
  locateOfflineBanner,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import { readAllWeeks } from '../support/browser/timetable-weeks.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('every week of a timetable that was opened once is readable without a network [TTB-01 TTB-02 TTB-03 OFF-05 OFF-08 OFF-27 OFF-30]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '880001')
  await waitForOfflineReady(page)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '课表' }).click()
  const online = await readAllWeeks(page)
  expect(online.length).toBeGreaterThan(10)
  expect(new Set(online.map((week) => week.includes('单周'))).size).toBe(2)

  await cutNetwork(campus, phone)
  await page.goto(`${origin}/searchcourse/880001`)
  // The text says "yesterday" if midnight passed while the phone was offline.
  await page.getByText(/课表更新于[今昨]天 \d\d:\d\d，可能不是最新/).waitFor()
  await locateOfflineBanner(page).waitFor()
  expect(await readAllWeeks(page)).toEqual(online)

  // Without a tap the age disappears when fresh data has arrived.
  await restoreNetwork(campus, phone)
  await page.getByText(/课表更新于/).waitFor({ state: 'hidden' })
  expectNoConsoleErrors(phone)
})

test('an English timetable cell shows the course in at most two lines, then the room, and breaks words only by the hyphenation of the language [TTB-04 D-112]', async () => {
  const { page, close } = await campus.openPhone({ hasServiceWorker: false })
  await signIn(page, campus.origin, '880001')
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.goto(`${campus.origin}/searchcourse/880001`)
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 })
    await page.getByRole('table').first().getByRole('button').first().waitFor()
    const cells = await page
      .getByRole('table')
      .first()
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((cell) => {
          const [course] = cell.children
          const style = getComputedStyle(course ?? cell)
          return {
            lines: Math.round((course?.clientHeight ?? 0) / Number.parseFloat(style.lineHeight)),
            hyphens: style.hyphens,
            breaks: [style.overflowWrap, style.wordBreak],
            language: course?.closest('[lang]')?.getAttribute('lang'),
            isLatin: /^[\x20-\x7e]+$/.test(course?.textContent ?? ''),
          }
        }),
      )
    expect(cells.length).toBeGreaterThan(0)
    for (const { lines, hyphens, breaks, language, isLatin } of cells) {
      expect([lines <= 2, hyphens, breaks]).toEqual([true, 'auto', ['normal', 'normal']])
      expect(language).toBe(isLatin ? 'en' : 'zh-CN')
    }
  }
  await close()
})

test('on a small phone with large text no English word of the home page, the calendar and the tabs is broken over two lines [D-112]', async () => {
  const { page, close } = await campus.openPhone({ hasServiceWorker: false })
  await signIn(page, campus.origin, '880001')
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.setViewportSize({ width: 320, height: 812 })
  for (const path of ['/', '/schoolcalendar']) {
    await page.goto(campus.origin + path)
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
    await page.getByRole('main').getByRole('link').or(page.getByRole('table')).first().waitFor()
    await expect.poll(() => page.locator('.snapshot').count()).toBe(0)
    await page.evaluate(() => (document.documentElement.dataset['text'] = 'large'))
    expect(await page.evaluate(findBrokenText)).toEqual([])
  }
  await close()
})

/**
 * Runs in the page: the Latin words of the page's links and buttons, and of the tabs, that span
 * more than one line.
 */
function findBrokenText(): string[] {
  const found: string[] = []
  for (const control of document.querySelectorAll('main :is(a, button), nav a')) {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.checkVisibility() !== true) continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[A-Za-z]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
  }
  return found
}

test.runIf(isLongRun)(
  'a screen that was never opened says offline that it needs a network, and loads when there is one [OFF-08 FLOW-01]',
  async () => {
    const { origin, proxy } = campus
    const phone = await campus.openPhone()
    const { page } = phone
    // The phone goes offline before it has prefetched the screen's data.
    proxy.addRule(/findProcess|TravelInformation/, 'reset-before')
    await signIn(page, origin, '880002')
    await waitForOfflineReady(page)
    await cutNetwork(campus, phone)
    await page.goto(`${origin}/welcome/880002`)
    await page.getByText('还没有存到这部手机上，联网后打开一次，以后离线也能看').waitFor()
    await page.getByRole('button', { name: '重试' }).waitFor()
    await page.goto(`${origin}/friendRecommended/2/880002`)
    await page
      .getByText('同行同学信息加载失败')
      .or(page.getByText('当前网络不可用，请联网后再操作'))
      .first()
      .waitFor()
    await page.goto(`${origin}/schoolInformation/2/880002`)
    await page.getByText('没有网络，先按新的一份填写').waitFor()
    await page.goto(`${origin}/welcome/880002`)
    await page.getByText('还没有存到这部手机上，联网后打开一次，以后离线也能看').waitFor()
    proxy.clearRules()
    await restoreNetwork(campus, phone)
    await page.getByRole('listitem').first().waitFor()
    expectNoConsoleErrors(phone)
  },
)

test('the app opens from its cache on a network that accepts every connection but answers no request [OFF-01 OFF-05 OFF-08]', async () => {
  const { origin, proxy } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '880003')
  await waitForOfflineReady(page)
  await page.goto(`${origin}/searchcourse/880003`)
  await page.getByRole('table').waitFor()
  await proxy.setFault('stall')
  const asked = Date.now()
  await page.goto(`${origin}/`)
  await page.getByText('周浩然').first().waitFor()
  await page.goto(`${origin}/searchcourse/880003`)
  await page.getByRole('table').waitFor()
  // The app must open long before a request times out.
  expect(Date.now() - asked).toBeLessThan(25_000)
  await page.getByText('弱网').waitFor()
  await page.getByText(/课表更新于[今昨]天/).waitFor()
  await proxy.setFault('pass')
  expectNoConsoleErrors(phone)
})
