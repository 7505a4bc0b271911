import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilKept } from '../support/chromium.ts'
import { type Campus, expectNoComplaints, openCampus, signIn } from '../support/journey.ts'

let campus: Campus

beforeAll(async () => {
  campus = await openCampus()
})
afterAll(() => campus.close())

/** Every page that there is, and who looks at it. */
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
    '/searchcourse/990001',
    '/friendRecommended/2/990001',
    '/outbox/1/repair',
    '/login',
    '/me',
  ],
  '990002': [
    '/',
    '/welcome/990002',
    '/schoolInformation/2/990002',
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
    '/welcome/880001',
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
  T2001: ['/', '/scanCodes', '/scanning'],
  T3001: ['/checkloan', '/checkloan?open=S990003', '/checkReduce', '/loanDetile/S990003'],
}

// They share a layout of their own, so the narrowest and the widest screen will do.
const isSample =
  /^\/(registration|ConfirmOrder|DailyuseBook|PromptInformation|delay|feepaid|generateform|paytuition)/

/** The console's pages, at which the administrator looks. */
const office = [
  '',
  '/imports',
  '/students',
  '/students/S880001',
  '/arrivals',
  '/arrivals/wall',
  '/progress',
  '/inbox',
  '/transferdesk',
  '/notices',
  '/content',
  '/staff',
  '/factor',
  '/exports',
  '/messages',
  '/devices',
  '/log',
]

/** What is wrong with the pages that somebody looks at; empty lists when nothing is. */
interface Found {
  readonly axe: string[]
  readonly tooWide: string[]
  readonly unreached: string[]
  readonly unsaidChinese: string[]
  readonly brokenPolicy: string[]
}

// Pictures of all pages for who wants to see them: `PICTURES=1 npx vitest run --project browser
// tests/browser/looks.test.ts`.
const pictures = process.env['PICTURES'] !== undefined

test.each(Object.keys(screens))(
  'axe finds nothing on any page of %s in light and in dark; none is wider than its screen, in both languages and in large text; the keyboard reaches everything; what is Chinese on an English page says so; the content security policy is kept [XC-29 D-112]',
  async (who) => {
    const phone = await campus.phone({ scale: pictures ? 2 : 1 })
    const { page } = phone
    const found: Found = {
      axe: [],
      tooWide: [],
      unreached: [],
      unsaidChinese: [],
      brokenPolicy: [],
    }
    await hearOfBrokenPolicy(page, (rule) => void found.brokenPolicy.push(rule))
    if (who !== 'nobody') await signIn(page, campus.origin, who)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // One load for each language; theme, screen and text size are changed under the page.
    for (const path of screens[who] ?? []) {
      await look(page, path, 'zh')
      await checkAxe(page, path, found)
      if (!isSample.test(path)) await checkKeyboard(page, path, found)
      await checkWidths(page, `${path} zh`, found)
      await look(page, path, 'en')
      found.unsaidChinese.push(
        ...(await page.evaluate(unsaidChinese)).map((said) => `${path}: ${said}`),
      )
      await checkWidths(page, `${path} en`, found)
    }
    expect(found).toEqual({
      axe: [],
      tooWide: [],
      unreached: [],
      unsaidChinese: [],
      brokenPolicy: [],
    })
    expectNoComplaints(phone)

    async function checkAxe(on: Page, path: string, { axe }: Found) {
      for (const theme of ['light', 'dark'] as const) {
        await on.emulateMedia({ colorScheme: theme })
        await on.evaluate(drawn)
        await picture(on, `${who}${path}-${theme}`)
        // The dark theme changes nothing but colours.
        const rules = theme === 'light' ? undefined : ['color-contrast']
        for (const violation of await violations(on, rules))
          axe.push(`${path} ${theme} ${violation}`)
      }
      await on.emulateMedia({ colorScheme: 'light' })
    }

    async function checkWidths(on: Page, what: string, { tooWide: wide }: Found) {
      for (const text of ['', 'large']) {
        await on.evaluate((size) => (document.documentElement.dataset['text'] = size), text)
        // Between them letters grow with the screen: there is no less room than at 320.
        for (const width of [1280, 320]) {
          await on.setViewportSize({ width, height: 812 })
          await on.evaluate(settled, width)
          for (const over of await on.evaluate(tooWide))
            wide.push(`${what} ${text} ${width}: ${over}`)
        }
      }
      await picture(on, `${who}${what}-large-320`)
    }
  },
)

test('axe finds nothing on any page of the console, at a desk in light and on a phone in dark; none is wider than its screen; targets are big enough; the content security policy is kept', async () => {
  const phone = await campus.phone({ scale: 1 })
  const { page } = phone
  const found: string[] = []
  await hearOfBrokenPolicy(page, (rule) => void found.push(rule))
  await signIn(page, campus.origin, 'T4001')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of office) {
    const views = [
      {
        size: { width: 375, height: 812 },
        theme: 'dark',
        rules: ['color-contrast', 'target-size'],
      },
      { size: { width: 1280, height: 800 }, theme: 'light', rules: undefined },
    ] as const
    await look(page, `/manage${path}`, 'zh')
    if (await page.getByText(/系统故障|没有这个页面/).count()) found.push(`${path} is not shown`)
    for (const { size, theme, rules } of views) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(settled, size.width)
      const wrong = [...(await violations(page, rules)), ...(await page.evaluate(tooWide))]
      found.push(...wrong.map((said) => `${path} ${theme} ${said}`))
      await picture(page, `T4001-manage${path}-${theme}`)
    }
  }
  expect(found).toEqual([])
  expectNoComplaints(phone)
})

/** What axe finds on a page, by all its rules or only by these. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Without frames of strangers there is nothing to put together in a page of its own.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    // What is right needs no description, and nothing here is about style sheets from elsewhere.
    resultTypes: ['violations'],
    preload: false,
  })
  const found = await (rules === undefined ? builder : builder.withRules([...rules])).analyze()
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
}

/** Load a page and look at it when it has settled: nothing loads any more. */
async function look(page: Page, path: string, language: 'zh' | 'en'): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  if (page.url() === 'about:blank') await page.goto(campus.origin)
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto(campus.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = /加载中|Loading/
  await expect.poll(() => page.getByText(loading).or(page.getByLabel(loading)).count()).toBe(0)
}

async function checkKeyboard(page: Page, path: string, found: Found): Promise<void> {
  await page.evaluate(markOperable)
  // Around, and back to the page itself; once more where a list has grown on the way, behind who
  // was there already.
  for (let round = 1; round <= 4; round++) {
    const all = await page.evaluate(countOperable)
    for (let pressed = 0; pressed <= all + 5; pressed++) await page.keyboard.press('Tab')
    if ((await page.evaluate(unreached)).length === 0) break
  }
  for (const missed of await page.evaluate(unreached)) found.unreached.push(`${path}: ${missed}`)
}

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const file = name.replaceAll(/[/? ]/g, '-')
  await page.screenshot({ path: `tests/.output/looks/${file}.png` })
}

/** Hear of what the content security policy refuses from the next page on. */
async function hearOfBrokenPolicy(page: Page, hear: (rule: string) => void): Promise<void> {
  await page.exposeFunction('tellBroken', hear)
  await page.addInitScript(() => {
    const { tellBroken } = window as unknown as { tellBroken: (rule: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tellBroken(`${violatedDirective} ${blockedURI}`),
    )
  })
}

test('a file that comes only with a tap keeps the content security policy too, with the worker at work', async () => {
  const phone = await campus.phone()
  const { page } = phone
  const broken: string[] = []
  await hearOfBrokenPolicy(page, (rule) => void broken.push(rule))
  await signIn(page, campus.origin, '990001')
  await untilKept(page)
  await page.goto(`${campus.origin}/schoolInformation/2/990001`)
  await page.getByLabel('出发城市').click()
  await page.getByRole('dialog', { name: '选择出发城市' }).waitFor()
  expect(broken).toEqual([])
  expectNoComplaints(phone)
})

/** In the page: what has just changed is on the screen. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** In the page: texts that are more Chinese than not, and are not said to be Chinese. */
function unsaidChinese(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest('script, style, noscript') !== null) continue
    const said = node.nodeValue ?? ''
    const count = (letters: RegExp) => said.match(letters)?.length ?? 0
    // A name in an English sentence is spoken as a name.
    if (count(/\p{Script=Han}/gu) === 0 || count(/\p{Script=Han}/gu) < count(/\p{Script=Latin}/gu))
      continue
    if (parent.closest('[lang]')?.getAttribute('lang')?.startsWith('zh') !== true) found.push(said)
  }
  return found
}

/** In the page: note what the focus comes to from now on. */
const markOperable = () =>
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && (target.dataset['reached'] = ''),
  )

/** In the page: how many there are for the focus to come to. */
function countOperable(): number {
  const operable = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )
  // A day and a time have a stop for each of their parts.
  const parts = document.querySelectorAll('input[type="date"], input[type="time"]').length * 5
  return operable.length + parts
}

/**
 * In the page: what can be operated by a finger and had no focus. Of radio buttons and tabs one in
 * a group is enough.
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

/** In the page: this width has reached the layout, and the next frame has been drawn. */
async function settled(width: number): Promise<void> {
  const { documentElement } = document
  for (let frame = 0; frame < 60 && documentElement.clientWidth !== width; frame++)
    await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

/**
 * In the page: what sticks out to the right of the screen once a new width has reached everything.
 */
async function tooWide(): Promise<string[]> {
  let wide: string[] = []
  for (let frame = 0; frame < 30; frame++) {
    await new Promise(requestAnimationFrame)
    wide = look()
    if (wide.length === 0) break
  }
  return wide

  function look() {
    const found =
      document.documentElement.scrollWidth > innerWidth + 1
        ? [`the page is ${document.documentElement.scrollWidth} wide`]
        : []
    const main = document.querySelector('main')
    if (main !== null && main.scrollWidth > main.clientWidth + 1)
      found.push(`main is ${main.scrollWidth} of ${main.clientWidth}`)
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, p, a, button, label, input, td, th',
    )) {
      const { left, right, width } = element.getBoundingClientRect()
      if (
        width > 0 &&
        right > innerWidth + 1 &&
        left < innerWidth &&
        element.closest('[inert]') === null
      )
        found.push(
          `${element.tagName} ${element.innerText.slice(0, 30)} ends at ${Math.round(right)}`,
        )
    }
    return found
  }
}
