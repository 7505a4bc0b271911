import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** The measured values of one visit. */
export interface VisitTimings {
  /**
   * The ms from the start of the navigation to the frame that shows the content, or undefined if
   * the content did not appear.
   */
  readonly content: number | undefined
  /**
   * The same for content rendered by the app itself. The HTML of the server and the snapshot of the
   * last visit do not count.
   */
  readonly usable: number | undefined
  /** The KB that arrived before the content was visible. */
  readonly wire: number
  /** The ms of main thread time until the end of the visit. */
  readonly mainThread: number
  /** The MB of the JS heap at the end of the visit, after garbage collection. */
  readonly heap: number
}

interface Options {
  readonly context: BrowserContext
  /** What is visited, for the sentence that says that it did not appear. */
  readonly name: string
  readonly address: string
  /** The number of bytes that had arrived at a time, ms since the epoch. */
  readonly arrivedBy: (time: number) => Promise<number>
  /** Whether navigator.onLine is false. */
  readonly offline: boolean
  /**
   * What is awaited. A page that starts its app at the first tap has content, and is never usable
   * in this sense.
   */
  readonly until: 'content' | 'usable'
  readonly patienceMs: number
  /** How long the visit lasts after the content is visible, so that later work counts. */
  readonly stayMs: number
}

interface Seen {
  content?: number
  usable?: number
}
declare const window: Window & { seen?: Seen }

/** The factor by which the phone is slower than this machine. */
export const CPU_SLOWDOWN = 4

/**
 * The selector of a page's content, for each beginning of a path; the first that matches counts.
 * Without a selector the first visible text is the content.
 */
export type WatchedContents = readonly {
  readonly path: string
  readonly content: string | undefined
}[]

/** Observe the content of a path from the first frame on. */
export async function watchContent(
  context: BrowserContext,
  contents: WatchedContents,
): Promise<void> {
  // tsx can wrap functions in a helper that keeps their names, and the page does not have this
  // helper.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript((watched) => {
    if (window !== window.top) return
    const wanted = watched.find(({ path }) => location.pathname.startsWith(path))
    if (wanted === undefined) return
    const selector = wanted.content ?? 'body :not(script, style, noscript, template)'
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((child) => child instanceof Text && child.data.trim() !== '')
    const isContent = (element: Element) => wanted.content !== undefined || hasText(element)
    const seen: Seen = {}
    window.seen = seen
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    let isApp = false
    const tell = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { isIntersecting, intersectionRect, target, time } of entries) {
        if (!isIntersecting || intersectionRect.width * intersectionRect.height === 0) continue
        if (!isVisible(target)) {
          // The target is observed anew, because an observer does not report the end of a fade-in.
          frames.unobserve(target)
          frames.observe(target)
          continue
        }
        seen.content ??= time
        if (isApp) seen.usable ??= time
      }
    }
    // An IntersectionObserver reports in which frame something became visible, even if scripts keep
    // this page busy at that time. Polling would see it late and cause layouts.
    const frames = new IntersectionObserver(tell)
    const look = () => {
      if (seen.usable !== undefined) {
        changes.disconnect()
        frames.disconnect()
        return
      }
      const wasApp = isApp
      // Everything seen before this moment was not rendered by the app.
      tell(frames.takeRecords())
      isApp = document.querySelector('.snapshot, [data-ssr]') === null
      if (isApp && !wasApp) frames.disconnect()
      if (seen.content !== undefined && !isApp) return
      for (const element of document.querySelectorAll(selector))
        if (isContent(element)) frames.observe(element)
    }
    const changes = new MutationObserver(look)
    changes.observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['class', 'data-ssr'],
    })
  }, contents)
}

/** Open an address in a new tab of a slowed-down phone. The tab stays open. */
export async function measureVisit({
  context,
  name,
  address,
  arrivedBy,
  offline,
  until,
  patienceMs,
  stayMs,
}: Options): Promise<VisitTimings & { page: Page }> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // CPU time of the thread, so that the time in which it waits for other processes does not count.
  const timeDomain = 'threadTicks'
  await Promise.all([
    devtools.send('Network.enable'),
    devtools.send('Performance.enable', { timeDomain }),
    devtools.send('HeapProfiler.enable'),
  ])
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // This sets navigator.onLine only. The network is cut by refusing all connections.
  if (offline)
    await devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  page.goto(address, { waitUntil: 'commit', timeout: patienceMs }).catch(() => {})
  const { origin, seen } = await followSeen(page, until, patienceMs)
  if (seen[until] === undefined)
    console.error(`${name}: ${until} took longer than ${patienceMs / 1000} s`)
  const shownAt = origin + (seen.content ?? 0)
  await pause(Math.max(0, shownAt + stayMs - Date.now()))
  const mainThread = await readMainThreadMs(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return {
    page,
    content: seen.content,
    usable: seen.usable,
    wire: seen.content === undefined ? Number.NaN : (await arrivedBy(shownAt)) / 1024,
    mainThread,
    heap: await readHeapMb(devtools),
  }
}

// The page's own times, and the time of its origin, ms since the epoch.
async function followSeen(
  page: Page,
  until: Options['until'],
  patienceMs: number,
): Promise<{ origin: number; seen: Seen }> {
  let last: { origin: number; seen: Seen } = { origin: Number.NaN, seen: {} }
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(40)) {
    const asked = page
      .evaluate(() => ({ origin: performance.timeOrigin, seen: window.seen }))
      .catch(() => undefined)
    const said = await Promise.race([asked, pause(5000, undefined)])
    if (said?.seen === undefined) continue
    last = { origin: said.origin, seen: said.seen }
    if (last.seen[until] !== undefined) break
  }
  return last
}

async function readMainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

async function readHeapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  await pause(100)
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
}
