import type { CDPSession, Page } from 'playwright-core'

/** How much slower the phone is than this machine. */
export const CPU_SLOWDOWN = 4
/** Controls of a page that are tapped; lists have the same one in every row. */
const TAPS = 12
/** What would end the visit, or leads to another page. */
const ENDS = /解除绑定|重新绑定|清除|^返回$/

/** One answer to a finger or a key. */
export interface EventDuration {
  readonly what: string
  readonly ms: number
}

/** What a tap gave the main thread to do, in its own time, which other work does not add to. */
export const WORK_PREFIX = 'work of'

declare const window: Window & { heard: EventDuration[]; longest: number }

/** Told before the page's own scripts: which events took how long until the next picture. */
export function observeEventDurations() {
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

/** A phone in front of the campus. */
export interface TapSession {
  readonly page: Page
  readonly devtools: CDPSession
  readonly origin: string
}

/** Tap what a page has; what was heard, or nothing where the page is not this student's. */
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
    const { heard, work } = await measureSlowed(visit, () => page.touchscreen.tap(next.x, next.y))
    // Somewhere else it is the work of opening that page.
    if (stands()) all.push(...heard, { what: `${WORK_PREFIX} ${next.key}`, ms: work })
    if (await page.getByRole('dialog').count())
      all.push(...(await measureSlowed(visit, () => page.keyboard.press('Escape'))).heard)
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

/** Do this on a slow phone: what it was heard to take, and the work that it made there. */
export async function measureSlowed(
  { page, devtools }: TapSession,
  act: () => Promise<unknown>,
): Promise<{ heard: EventDuration[]; work: number }> {
  const before = await workOf(devtools)
  await page.evaluate(() => void (window.heard = []))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
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
    .catch((): EventDuration[] => [])
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
