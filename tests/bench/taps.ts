import { readdirSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { newPhone } from './browser.ts'
import { startCampus } from './campus.ts'
import type { Figure } from './figures.ts'
import { came, expectWords, signIn } from './forms.ts'

/** A new student, and one of a higher year: between them they have every page. */
const STUDENTS = ['990001', '880001']
const SLOWDOWN = 4
const LIMITS = { tap: 100, key: 50, picker: 80, scroll: 50 } as const
const MEMBERS = 5
const NOTICES = 1000
const TYPED = 'abcdefghijkl'
/** Controls of a page that are tapped; lists have the same one in every row. */
const TAPS = 12
/** What would end the visit, or leads to another page. */
const ENDS = /解除绑定|重新绑定|清除|^返回$/
/** How many of the slowest answers are named. */
const NAMED = 10

interface Heard {
  readonly what: string
  readonly ms: number
}

/** What a tap gave the main thread to do, in its own time, which other work does not add to. */
const WORK = 'work of'

declare const window: Window & { heard: Heard[]; longest: number }

/**
 * How long the screen takes to answer a finger on a phone slowed down four times: every control of
 * every page of a student, keys in the longest form, the region picker, a long list.
 */
export async function tapFigures(rounds: number): Promise<Figure[]> {
  const campus = await startCampus()
  const all: Record<'key' | 'picker' | 'regions' | 'scroll', number[]> = {
    key: [],
    picker: [],
    regions: [],
    scroll: [],
  }
  const answers: Answers = new Map()
  try {
    for (let round = 0; round < rounds; round++) {
      const walked = new Set<string>()
      for (const student of STUDENTS) {
        const phone = await newPhone()
        const page = await phone.context.newPage()
        await page.addInitScript('globalThis.__name = (named) => named')
        await page.addInitScript(listen)
        await signIn(page, campus.address, student)
        const devtools = await phone.context.newCDPSession(page)
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
        if (student === STUDENTS[0]) {
          all.key.push(await typeInFamily({ page, devtools, origin: campus.address, student }))
          const picker = await openPicker({ page, devtools, origin: campus.address, student })
          all.picker.push(picker.answer)
          all.regions.push(picker.regions)
          all.scroll.push(await scrollNotices({ page, devtools, origin: campus.address, student }))
        }
        for (const path of pathsOf(student)) {
          if (walked.has(nameOf(path, student))) continue
          const heard = await walk({ page, devtools, origin: campus.address, path })
          if (heard === undefined) continue
          walked.add(nameOf(path, student))
          for (const { what, ms } of heard) {
            const of = `${nameOf(path, student)}: ${what}`
            answers.set(of, Math.min(ms, answers.get(of) ?? ms))
          }
        }
        await phone.close()
      }
      console.error(`${walked.size} pages`)
    }
  } finally {
    await campus.close()
  }
  const figure = (name: string, ours: readonly number[], most: number): Figure => ({
    name: `taps, slowed down four times: ${name}, against ${most} ms`,
    unit: 'ms',
    ours,
    floor: ours.map(() => most),
    limit: 1,
  })
  const { limit: _, ...regions } = figure('the regions stand in it', all.regions, LIMITS.picker)
  return [
    figure('the slowest answer of all pages', [worstOf(answers)], LIMITS.tap),
    figure(`the slowest key with ${MEMBERS} members`, all.key, LIMITS.key),
    figure('the tap that opens the region picker', all.picker, LIMITS.picker),
    regions,
    figure(`the longest task while ${NOTICES} notices scroll`, all.scroll, LIMITS.scroll),
  ]
}

/** Every address that needs nothing but the student's number and a step. */
const pathsOf = (student: string): string[] =>
  readdirSync('src/routes')
    .flatMap((file) => /^([^_$-].*)\.tsx$/.exec(file)?.[1] ?? [])
    .filter((name) => !/^manage|\$(id|order)/.test(name))
    .map((name) => {
      const parts = name.split('.').filter((part) => part !== 'index' && !part.startsWith('{'))
      return `/${parts.map((part) => ({ $sort: '1', $stunum: student })[part] ?? part).join('/')}`
    })

const nameOf = (path: string, student: string) => path.replace(student, '…')

/** Told before the page's own scripts: which events took how long until the next picture. */
function listen() {
  window.heard = []
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Only what a finger or a key does; a mouse that the browser makes up comes along.
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      // After a key that closed something there is nothing to draw, and the next picture is far.
      if (entry.name === 'keyup') continue
      const { target, name, duration } = entry
      const control = target instanceof Element ? target.closest('button, a, label, input') : null
      const said = control?.textContent || control?.id || 'the page'
      window.heard.push({ what: `${name} ${said.slice(0, 20)}`, ms: duration })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.longest = Math.max(window.longest, duration)
  }).observe({ type: 'longtask' })
}

interface Visit {
  readonly page: Page
  readonly devtools: CDPSession
  readonly origin: string
}

/** Tap what a page has; what was heard, or nothing where the page is not this student's. */
async function walk(visit: Visit & { path: string }): Promise<Heard[] | undefined> {
  const { page, origin, path } = visit
  const stands = () => new URL(page.url()).pathname === path
  const open = async () => {
    await page.goto(origin + path)
    await settled(page)
  }
  await open()
  if (!stands()) return undefined
  const tapped = new Set<string>()
  const all: Heard[] = []
  while (tapped.size < TAPS) {
    const next = await nextControl(page, [...tapped])
    if (next === undefined) break
    tapped.add(next.key)
    const { heard, work } = await slowly(visit, () => page.touchscreen.tap(next.x, next.y))
    // Somewhere else it is the work of opening that page.
    if (stands()) all.push(...heard, { what: `${WORK} ${next.key}`, ms: work })
    if (await page.getByRole('dialog').count())
      all.push(...(await slowly(visit, () => page.keyboard.press('Escape'))).heard)
    if (!stands() || (await page.getByRole('dialog').count())) await open()
  }
  return all
}

/** How long the main thread has worked, ms of its own time; what slows it down counts as work. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Nothing loads any more. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = /加载中/
  await page
    .getByText(loading)
    .or(page.getByLabel(loading))
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => {})
}

/** Do this on a slow phone: what it was heard to take, and the work that it made there. */
async function slowly(
  { page, devtools }: Visit,
  act: () => Promise<unknown>,
): Promise<{ heard: Heard[]; work: number }> {
  const before = await workOf(devtools)
  await page.evaluate(() => void (window.heard = []))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await act()
  // Once the browser has nothing else to do.
  const heard = await page
    .evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
      await new Promise((resolve) => setTimeout(resolve, 100))
      return window.heard
    })
    // It went to another page.
    .catch((): Heard[] => [])
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { heard, work: Math.round((await workOf(devtools)) - before) }
}

/** The next thing to tap, where it is, and what it is called; links to elsewhere are left out. */
const nextControl = (
  page: Page,
  tapped: readonly string[],
): Promise<{ key: string; x: number; y: number } | undefined> =>
  page.evaluate(
    ({ before, ends }) => {
      const controls = document.querySelectorAll<HTMLElement>(
        'main button, main a[href], main input, main textarea, main [role="tab"], header button',
      )
      for (const control of controls) {
        const said = control.innerText || control.getAttribute('aria-label') || control.id
        const key = `${control.tagName} ${said.replaceAll(/\d+/g, '')}`
        if (before.includes(key) || new RegExp(ends).test(said)) continue
        if (control instanceof HTMLInputElement && /file|hidden/.test(control.type)) continue
        if (control instanceof HTMLAnchorElement && control.pathname !== location.pathname) continue
        control.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = control.getBoundingClientRect()
        const middle = { x: x + width / 2, y: y + height / 2 }
        if (width < 2 || !control.contains(document.elementFromPoint(middle.x, middle.y))) continue
        return { key, ...middle }
      }
      return undefined
    },
    { before: tapped, ends: ENDS.source },
  )

type Step = Visit & { readonly student: string }

async function typeInFamily(step: Step): Promise<number> {
  const { page, origin, student } = step
  await page.goto(`${origin}/personalinformation/1/${student}`)
  await settled(page)
  const members = page.getByLabel('姓名', { exact: true })
  for (let have = await members.count(); have < MEMBERS; have = await members.count())
    await page.getByRole('button', { name: /添加/ }).last().click()
  await members.last().click()
  const { heard, work } = await slowly(step, () => page.keyboard.type(TYPED, { delay: 100 }))
  console.error(`${Math.round(work / TYPED.length)} ms of work a key with ${MEMBERS} members`)
  return Math.max(
    0,
    ...heard.filter(({ what }) => /^(key|input|before)/.test(what)).map(({ ms }) => ms),
  )
}

async function openPicker({
  page,
  devtools,
  origin,
  student,
}: Step): Promise<{ answer: number; regions: number }> {
  await page.goto(`${origin}/schoolInformation/2/${student}`)
  const city = page.getByLabel('出发城市')
  await city.waitFor()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await expectWords(page, { event: 'click', words: '四川省' })
  await city.tap()
  const regions = await came(page)
  const answer = await page.evaluate(() => Math.max(0, ...window.heard.map(({ ms }) => ms)))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { answer, regions }
}

async function scrollNotices(step: Step): Promise<number> {
  const { page, devtools, origin } = step
  const records = Array.from({ length: NOTICES }, (_, at) => ({
    id: String(at),
    title: `第 ${at} 条通知：关于新生入学报到的安排`,
    publishTime: '2026-09-01 08:00',
    isRead: at % 2 === 0,
  }))
  await page.route('**/api/notice/findNotice', (route) =>
    route.fulfill({ json: { code: 0, results: { records, total: NOTICES } } }),
  )
  await page.goto(`${origin}/notice`)
  await page.getByText(`第 ${NOTICES - 1} 条通知`).waitFor()
  await page.evaluate(() => void (window.longest = 0))
  const scroll = { x: 190, y: 600, yDistance: -20_000, speed: 4000 }
  const { work } = await slowly(step, () => devtools.send('Input.synthesizeScrollGesture', scroll))
  console.error(`${work} ms of work in five seconds of scrolling ${NOTICES} notices`)
  const ms = await page.evaluate(() => window.longest)
  await page.unroute('**/api/notice/findNotice')
  return ms
}

/** By page and control: the quickest answer of all rounds, since other work only adds to it. */
type Answers = Map<string, number>

/** Say which answers were the slowest, and which taps made most work; what the slowest took. */
function worstOf(answers: Answers): number {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one)
  const work = sorted.filter(([of]) => of.includes(WORK))
  const waited = sorted.filter(([of]) => !of.includes(WORK))
  for (const some of [waited, work]) {
    console.error(`the ${NAMED} most of ${some.length}:`)
    for (const [of, ms] of some.slice(0, NAMED))
      console.error(`${String(ms).padStart(6)} ms  ${of}`)
  }
  return waited[0]?.[1] ?? Number.NaN
}
