import type { CDPSession, Page } from 'playwright-core'

/** The factor by which the phone is slower than this machine. */
export const CPU_SLOWDOWN = 4
/** How many controls of a page are tapped. Lists have the same control in every row. */
const TAPS = 12
/** Controls that end the visit or lead to another page. */
const ENDS = /解除绑定|重新绑定|清除|^返回$/

/** The duration of an event, from a tap or a key to the next frame. */
export interface EventDuration {
  readonly what: string
  readonly ms: number
}

/**
 * The prefix for the CPU time that a tap caused on the main thread, which other load does not
 * change.
 */
export const WORK_PREFIX = 'work of'

declare const window: Window & { eventDurations: EventDuration[]; longest: number }

/** Runs before the page's own scripts, and records the time from each event to the next frame. */
export function observeEventDurations() {
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

/** A phone on which the app of the campus is open. */
export interface TapSession {
  readonly page: Page
  readonly devtools: CDPSession
  readonly origin: string
}

/**
 * Tap the controls of a page. Returns the durations, or nothing if this student does not have the
 * page.
 */
export async function tapControls(
  visit: TapSession & { path: string },
): Promise<EventDuration[] | undefined> {
  const { page, origin, path } = visit
  const stands = () => new URL(page.url()).pathname === path
  const open = async () => {
    await page.goto(origin + path)
    await waitUntilSettled(page)
  }
  await open()
  if (!stands()) return undefined
  const tapped = new Set<string>()
  const all: EventDuration[] = []
  while (tapped.size < TAPS) {
    const next = await nextControl(page, [...tapped])
    if (next === undefined) break
    tapped.add(next.key)
    const { eventDurations, work } = await measureWithSlowCpu(visit, () =>
      page.touchscreen.tap(next.x, next.y),
    )
    // On another page, the measured work would include opening that page.
    if (stands()) all.push(...eventDurations, { what: `${WORK_PREFIX} ${next.key}`, ms: work })
    if (await page.getByRole('dialog').count())
      all.push(
        ...(await measureWithSlowCpu(visit, () => page.keyboard.press('Escape'))).eventDurations,
      )
    if (!stands() || (await page.getByRole('dialog').count())) await open()
  }
  return all
}

/** The CPU time of the main thread in ms. Slowing down the phone increases it as well. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Wait until nothing is loading any more. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = /加载中/
  await page
    .getByText(loading)
    .or(page.getByLabel(loading))
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => {})
}

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
  // Wait until the browser is idle.
  const eventDurations = await page
    .evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
      await new Promise((resolve) => setTimeout(resolve, 100))
      return window.eventDurations
    })
    // The page has navigated to another page.
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
