import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import {
  onPolicyViolation,
  openInChinese,
  openInEnglish,
  SCREENSHOT_SCALE,
  saveScreenshot,
  findOverflow,
  findAxeViolations,
} from '../support/browser/visual-checks.ts'
import { casesOfRun, isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/** Every page, and the users that open it. */
const screens: Readonly<Record<string, readonly string[]>> = {
  nobody: [
    '/',
    '/login',
    '/more',
    '/me',
    '/outbox',
    '/nowhere/at/all',
    '/schoolKnow',
    '/feeMenu',
    '/schoolcalendar',
    '/notice',
    '/privacy',
  ],
  '990001': [
    '/',
    '/welcome/990001',
    '/personalinformation/1/990001',
    '/schoolInformation/2/990001',
    '/selectdorm/3/990001',
    '/militaryTrainingClothing/4/990001',
    '/uploadPic',
    '/loan/990001',
    '/reduce/990001?tmp=7800',
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
    '/login',
    '/me',
  ],
  '990002': [
    '/',
    '/welcome/990002',
    '/friendRecommended/2/990002',
    '/selectdorm/3/990002',
    '/myDormitory',
    '/dormitoryInformation',
    '/perdetiles',
    '/livinguse/7/990002',
  ],
  '880001': [
    '/',
    '/searchcourse/880001',
    '/searchscore/880001',
    '/evaluation',
    '/notice',
    '/editinfo/880001',
    '/editpic/880001',
    '/changephonenum/880001',
    '/changepass/880001',
    '/auth/880001',
  ],
  '880002': [
    '/recharge/880002',
    '/onlinefee/5/880002',
    '/pay/5/880002',
    '/checkin',
    '/PaySuccess/880002',
    '/PayFailed/880002',
    '/advice',
    '/service',
    '/scorefailed',
  ],
  '990005': [
    '/applicationProfessionalTransfer',
    '/noticeTransfer',
    '/noticeApply',
    '/myNoticeApply',
  ],
  '990003': ['/loan/990003'],
  '880003': ['/loan/880003'],
  T1001: ['/evaluation'],
  T2001: ['/scanCodes', '/scanning', '/scanCodes/stations'],
  T3001: ['/checkloan', '/checkloan?open=S990003', '/checkReduce', '/loanDetile/S990003'],
}

// The sample pages share one layout, so only the narrowest and the widest screen are checked.
const isSample =
  /^\/(registration|ConfirmOrder|DailyuseBook|PromptInformation|delay|feepaid|generateform|paytuition)/

/** The violations on a user's pages. */
interface Found {
  readonly axe: string[]
  readonly tooWide: string[]
  readonly unreached: string[]
  readonly unsaidChinese: string[]
  readonly brokenPolicy: string[]
}

test.each(Object.keys(screens))(
  'every page of %s passes axe, none is wider than its screen in large text, and the Content-Security-Policy holds; on the first page, in a long run on each, this holds in dark and in English too, the keyboard reaches everything, and Chinese text in English is marked [XC-29 D-112]',
  async (who) => {
    const phone = await campus.openPhone({ scale: SCREENSHOT_SCALE, hasServiceWorker: isLongRun })
    const { page } = phone
    const found: Found = {
      axe: [],
      tooWide: [],
      unreached: [],
      unsaidChinese: [],
      brokenPolicy: [],
    }
    await onPolicyViolation(page, (rule) => void found.brokenPolicy.push(rule))
    if (who !== 'nobody') await signIn(page, campus.origin, who)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const other = await phone.context.newPage()
    await other.goto(`${campus.origin}/robots.txt`)
    // The browser does not render a page in the background.
    await page.bringToFront()
    // Each page is loaded once; then language, theme, screen and text size change on the open page.
    const paths = screens[who] ?? []
    for (const path of casesOfRun(paths, (one) => !isSample.test(one) || one === '/registration')) {
      const inFull = isLongRun || path === paths[0]
      await openInChinese(page, campus.origin + path)
      await checkAxe(page, path, found, inFull ? ['light', 'dark'] : ['light'])
      if (inFull && !isSample.test(path)) await checkKeyboard(page, path, found)
      await checkWidths(page, `${path} zh`, found, inFull)
      if (!inFull) continue
      await openInEnglish(page, other)
      // The code that marks Chinese text is loaded separately, after the page has become English.
      let unsaid: string[] = []
      const count = async () => (unsaid = await page.evaluate(unsaidChinese)).length
      await expect
        .poll(count)
        .toBe(0)
        .catch(() => {})
      found.unsaidChinese.push(...unsaid.map((said) => `${path}: ${said}`))
      await checkWidths(page, `${path} en`, found, true)
    }
    expect(found).toEqual({
      axe: [],
      tooWide: [],
      unreached: [],
      unsaidChinese: [],
      brokenPolicy: [],
    })
    // A page that the test leaves while a file still loads may log a failed load.
    expectNoConsoleErrors(phone, [/Failed to fetch dynamically imported module/])

    async function checkAxe(
      on: Page,
      path: string,
      { axe }: Found,
      themes: readonly ('light' | 'dark')[],
    ) {
      for (const theme of themes) {
        await on.emulateMedia({ colorScheme: theme })
        await on.evaluate(waitForPaint)
        await saveScreenshot(on, `${who}${path}-${theme}`)
        // The dark theme changes only colors, so only the contrast is checked.
        const rules = theme === 'light' ? undefined : ['color-contrast']
        for (const violation of await findAxeViolations(on, rules))
          axe.push(`${path} ${theme} ${violation}`)
      }
      await on.emulateMedia({ colorScheme: 'light' })
    }

    async function checkWidths(on: Page, what: string, { tooWide }: Found, inFull: boolean) {
      // Between these widths the text grows with the screen, so no width has less space than 320.
      for (const width of inFull ? [1280, 320] : [320]) {
        const texts = inFull ? (['', 'large'] as const) : (['large'] as const)
        const wide = await findOverflow(on, { width, height: 812, texts })
        tooWide.push(...wide.map((said) => `${what} ${said}`))
      }
      await saveScreenshot(on, `${who}${what}-large-320`)
    }
  },
)

async function checkKeyboard(page: Page, path: string, found: Found): Promise<void> {
  await page.evaluate(markOperable)
  // Tab through the whole page. Repeat if a list has grown behind the focus meanwhile; a list that
  // loads its next page may grow in every round.
  let missed: string[] = []
  for (let round = 1; round <= 40; round++) {
    const all = await page.evaluate(countOperable)
    // Tab is held down; each repeat moves the focus to the next element.
    for (let pressed = 0; pressed <= all + 5; pressed++) await page.keyboard.down('Tab')
    await page.keyboard.up('Tab')
    // The check runs once, because a second check may find a newly loaded page of the list.
    missed = await page.evaluate(unreached)
    if (missed.length === 0) break
  }
  found.unreached.push(...missed.map((said) => `${path}: ${said}`))
}

test('with the service worker active, a file that a tap loads does not violate the Content-Security-Policy', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  const broken: string[] = []
  await onPolicyViolation(page, (rule) => void broken.push(rule))
  await signIn(page, campus.origin, '990001')
  await waitForOfflineReady(page)
  await page.goto(`${campus.origin}/schoolInformation/2/990001`)
  await page.getByLabel('出发城市').click()
  await page.getByRole('dialog', { name: '选择出发城市' }).waitFor()
  expect(broken).toEqual([])
  expectNoConsoleErrors(phone)
})

/** Runs in the page: waits until the last change is painted and no color transition runs. */
async function waitForPaint(): Promise<void> {
  // A transition of an inherited color takes a moment for each element that passes the color on.
  for (let quiet = 0, at = 0; quiet < 2 && at < 60; at++) {
    await new Promise(requestAnimationFrame)
    const moving = document.getAnimations().some((one) => one instanceof CSSTransition)
    quiet = moving ? 0 : quiet + 1
  }
}

/** Runs in the page: texts that are mostly Chinese, and are not marked as Chinese. */
function unsaidChinese(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest('script, style, noscript') !== null) continue
    const said = node.nodeValue ?? ''
    const count = (letters: RegExp) => said.match(letters)?.length ?? 0
    // A name in an English sentence is pronounced as a name.
    if (count(/\p{Script=Han}/gu) === 0 || count(/\p{Script=Han}/gu) < count(/\p{Script=Latin}/gu))
      continue
    if (parent.closest('[lang]')?.getAttribute('lang')?.startsWith('zh') !== true) found.push(said)
  }
  return found
}

/** Runs in the page: record which elements get the focus from now on. */
const markOperable = () =>
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && (target.dataset['reached'] = ''),
  )

/** Runs in the page: the number of focusable elements. */
function countOperable(): number {
  const operable = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )
  // A day and a time have a tab stop for each of their parts.
  const parts = document.querySelectorAll('input[type="date"], input[type="time"]').length * 5
  return operable.length + parts
}

/**
 * Runs in the page: controls that can be tapped and never had the focus. Of radio buttons and tabs
 * one in a group is enough.
 */
function unreached(): string[] {
  const grouped = 'input[type="radio"], [role="radio"], [role="tab"]'
  const groupOf = (element: Element) =>
    element.closest('[role="radiogroup"], [role="tablist"], fieldset')
  return [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ]
    .filter((element) => {
      if (
        element.matches(
          ':disabled, [inert] *, [aria-hidden="true"] *, [type="hidden"], [tabindex="-1"]',
        ) ||
        !element.checkVisibility()
      )
        return false
      if (element.dataset['reached'] !== undefined) return false
      return !element.matches(grouped) || groupOf(element)?.querySelector('[data-reached]') === null
    })
    .map((element) => element.outerHTML.slice(0, 120))
}
