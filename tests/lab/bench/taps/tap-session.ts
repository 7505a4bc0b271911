import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { startApp } from '../../../support/browser/hydration.ts'
import { waitFor } from '../loads/wait.ts'
import { traceMainThread } from './main-thread-trace.ts'

/** The factor by which the phone is slower than this machine. */
export const CPU_SLOWDOWN = 4
/** How many controls and links of a page are tapped. Lists have the same control in every row. */
const TAPS = 12
/** Controls that end the visit. */
const ENDS = /解除绑定|重新绑定|清除|^返回$/
/** The time after a tap in which its page must be complete and at rest, ms. */
const REST_MS = 150
/** A page that still loads is tapped then, ms. */
const LONGEST_LOADING_MS = 5_000
/** A tap and the return from it, or the opening of a page, that take longer are given up, ms. */
const TIMEOUT_MS = 30_000

/** The duration of an event, from a tap or a key to the next frame. */
export interface EventDuration {
  readonly what: string
  readonly ms: number
}

declare const window: Window & { eventDurations: EventDuration[]; longest: number }

/** Runs before the page's own scripts, and records the time from each event to the next frame. */
function observeEventDurations() {
  window.eventDurations = []
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Only events of a tap or a key count. The browser adds simulated mouse events.
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      // After a key that closes something, nothing is painted and the next frame comes late.
      if (entry.name === 'keyup') continue
      const { target, name, duration } = entry
      const control = target instanceof Element ? target.closest('button, a, label, input') : null
      const said = control?.textContent || control?.id || 'the page'
      window.eventDurations.push({ what: `${name} ${said.slice(0, 20)}`, ms: duration })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.longest = Math.max(window.longest, duration)
  }).observe({ type: 'longtask' })
}

/** A tab of a phone on which the app of the campus is open. */
export interface TapSession {
  readonly page: Page
  readonly devtools: CDPSession
  readonly origin: string
}

/** Open a tab that records the time from each event to the next frame. */
export async function openTapTab(context: BrowserContext, origin: string): Promise<TapSession> {
  const page = await context.newPage()
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(observeEventDurations)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools, origin }
}

/** A tap on a control, and the time until the frame that answers it. */
export interface Tap {
  readonly control: string
  readonly ms: number
}

/** A page whose controls are tapped. */
export interface PageWalk {
  readonly path: string
  /** Measure the CPU time of the main thread instead of the time that passes. */
  readonly cpu: boolean
  /** The names of the controls that were tapped so far. */
  readonly tapped: Set<string>
  /** The answers so far: the time until the frame that answers a tap. */
  readonly taps: Tap[]
}

/**
 * Tap the controls of a page, and go back after those that lead to another page. Returns false if
 * this person does not have the page. Rejects with a sentence if a tap does not end; the answers
 * until then are kept.
 */
export async function tapControls(tab: TapSession, walk: PageWalk): Promise<boolean> {
  const { page, origin } = tab
  const stands = () => new URL(page.url()).pathname === walk.path
  const open = async () => {
    await page.goto(origin + walk.path)
    await waitUntilSettled(page)
  }
  await waitFor('opening the page', TIMEOUT_MS, open())
  if (!stands()) return false
  const hasDialog = async () => (await page.getByRole('dialog').count()) > 0
  while (walk.tapped.size < TAPS) {
    const next = await nextControl(page, [...walk.tapped])
    if (next === undefined) break
    walk.tapped.add(next.key)
    const tapAndReturn = async () => {
      const ms = await measureTap(tab, walk, () => page.touchscreen.tap(next.x, next.y))
      if (ms !== undefined) walk.taps.push({ control: next.key, ms })
      if (await hasDialog()) {
        await page.keyboard.press('Escape')
        await waitUntilIdle(page)
      }
      if (!stands() && !(await hasDialog())) {
        await page.goBack().catch(() => {})
        await waitUntilSettled(page)
      }
      if (!stands() || (await hasDialog())) await open()
    }
    await waitFor(`the tap on “${next.key}”`, TIMEOUT_MS, tapAndReturn())
  }
  return true
}

/** The time until the frame that answers the tap; undefined if no frame did. */
async function measureTap(
  tab: TapSession,
  { cpu }: PageWalk,
  tap: () => Promise<void>,
): Promise<number | undefined> {
  if (cpu) {
    const untilFrame = await traceMainThread(tab.devtools, async () => {
      await tap()
      await waitUntilIdle(tab.page)
    })
    return untilFrame === undefined ? undefined : Math.round(untilFrame * CPU_SLOWDOWN)
  }
  const { eventDurations } = await measureWithSlowCpu(tab, tap)
  return eventDurations.length === 0 ? undefined : Math.max(...eventDurations.map(({ ms }) => ms))
}

/** The CPU time of the main thread in ms. Slowing down the phone increases it as well. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Wait until the app has taken over the page, nothing is loading any more, and it is at rest. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await startApp(page)
  // While the next page loads, the last one can still be there.
  await page.locator('#root:not(:has(.snapshot)) h1').first().waitFor()
  const loading = /加载中/
  await page
    .getByText(loading)
    .or(page.getByLabel(loading))
    .first()
    .waitFor({ state: 'detached', timeout: LONGEST_LOADING_MS })
    .catch(() => {})
  await waitUntilIdle(page)
}

/** Wait until the browser has painted, and has had nothing to do for a while. */
export const waitUntilIdle = (page: Page): Promise<void> =>
  page
    .evaluate(async (rest) => {
      const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await idle()
      await new Promise((resolve) => setTimeout(resolve, rest))
      await idle()
    }, REST_MS)
    // The page has been loaded anew.
    .catch(() => {})

/**
 * Run an action on the slowed-down phone. Returns the durations of its events, and the CPU time
 * that it caused.
 */
export async function measureWithSlowCpu(
  { page, devtools }: TapSession,
  act: () => Promise<unknown>,
): Promise<{ eventDurations: EventDuration[]; work: number }> {
  const before = await workOf(devtools)
  await page.evaluate(() => void (window.eventDurations = []))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await act()
  await waitUntilIdle(page)
  const eventDurations = await page
    .evaluate(() => window.eventDurations)
    // The page has been loaded anew.
    .catch((): EventDuration[] => [])
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { eventDurations, work: Math.round((await workOf(devtools)) - before) }
}

/** The next control to tap, with its position and name. Links to other sites are left out. */
const nextControl = (
  page: Page,
  tapped: readonly string[],
): Promise<{ key: string; x: number; y: number } | undefined> =>
  page.evaluate(
    ({ before, ends }) => {
      const controls = document.querySelectorAll<HTMLElement>(
        'main button, main a[href], main input, main textarea, header button, nav a[href]',
      )
      for (const control of controls) {
        const said = control.innerText || control.getAttribute('aria-label') || control.id
        const key = `${control.tagName} ${said.replaceAll(/\d+/g, '').replaceAll(/\s+/g, ' ')}`
        if (before.includes(key) || new RegExp(ends).test(said)) continue
        if (control instanceof HTMLInputElement && /file|hidden/.test(control.type)) continue
        if (control instanceof HTMLAnchorElement)
          if (control.origin !== location.origin || control.target || control.download) continue
        control.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = control.getBoundingClientRect()
        const middle = { x: x + width / 2, y: y + height / 2 }
        const hit = document.elementFromPoint(middle.x, middle.y)
        const isHit = control.contains(hit) || control.closest('label')?.contains(hit)
        if (width < 2 || !isHit) continue
        return { key, ...middle }
      }
      return undefined
    },
    { before: tapped, ends: ENDS.source },
  )
