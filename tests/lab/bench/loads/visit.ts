import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** The measured values of one visit. */
export interface VisitTimings {
  /**
   * The time from the start of the navigation to the frame that shows the content, or undefined if
   * the content did not appear.
   */
  readonly content: number | undefined
  /**
   * The same for content rendered by the app itself. The snapshot of the last visit does not react
   * to taps.
   */
  readonly usable: number | undefined
  /** The same for the text of the HTML shell. */
  readonly shell: number | undefined
  /** The KB transferred until the content is visible. */
  readonly wire: number
  /** The ms of main thread time until the network was idle. */
  readonly mainThread: number
  /** The MB of the JS heap after garbage collection. */
  readonly heap: number
}

interface Options {
  readonly context: BrowserContext
  readonly address: string
  /** The number of bytes transferred so far. */
  readonly sent: () => Promise<number>
  /** Whether navigator.onLine is false. */
  readonly offline?: boolean
  readonly patienceMs: number
  /** Whether to wait until the network is idle. A network that does not answer never is. */
  readonly untilQuiet: boolean
}

interface Seen {
  content?: number
  usable?: number
  shell?: number
}
declare const window: Window & { seen?: Seen }

/** The factor by which the phone is slower than this machine. */
export const CPU_SLOWDOWN = 4
const QUIET_MS = 1500

interface Watched {
  readonly shell: string
  /** The content for each beginning of a path. The first that matches counts. */
  readonly contents: readonly { readonly path: string; readonly content: string }[]
}

/** Observe the shell and the content of a path from the first frame on. */
export async function watchContent(context: BrowserContext, watched: Watched): Promise<void> {
  // tsx can wrap functions in a helper that keeps their names, and the page does not have this
  // helper.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(({ shell, contents }) => {
    if (window !== window.top) return
    const content = contents.find(({ path }) => location.pathname.startsWith(path))?.content
    if (content === undefined) return
    const wanted = { shell, content, usable: content }
    const seen: Seen = {}
    window.seen = seen
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    let isApp = false
    const names = ['shell', 'content', 'usable'] as const
    const missing = () => names.filter((name) => seen[name] === undefined)
    const tell = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { isIntersecting, intersectionRect, target, time } of entries) {
        if (!isIntersecting || intersectionRect.width * intersectionRect.height === 0) continue
        if (!isVisible(target)) {
          // The target is observed anew, because an observer does not report the end of a fade-in.
          frames.unobserve(target)
          frames.observe(target)
          continue
        }
        for (const name of missing())
          if (target.matches(wanted[name]) && (name !== 'usable' || isApp)) seen[name] = time
      }
    }
    // An IntersectionObserver reports in which frame something became visible, even if scripts keep
    // this page busy at that time. Polling would see it late and cause layouts.
    const frames = new IntersectionObserver(tell)
    const look = () => {
      if (missing().length === 0) {
        changes.disconnect()
        return
      }
      const wasApp = isApp
      // Everything seen before this moment was not rendered by the app.
      tell(frames.takeRecords())
      isApp = document.querySelector('.snapshot, [data-ssr]') === null
      if (isApp && !wasApp) frames.disconnect()
      for (const name of missing())
        for (const element of document.querySelectorAll(wanted[name])) frames.observe(element)
    }
    const changes = new MutationObserver(look)
    changes.observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['class', 'data-ssr'],
    })
  }, watched)
}

/** Open an address in a new tab of a slowed-down phone. The tab stays open. */
export async function measureVisit({
  context,
  address,
  sent,
  offline = false,
  patienceMs,
  untilQuiet,
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
  const network = watchNetwork(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // This sets navigator.onLine only. The network is cut by refusing all connections.
  if (offline)
    await devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  const begin = Date.now()
  page.goto(address, { waitUntil: 'commit', timeout: patienceMs }).catch(() => {})
  let seen: Seen = {}
  let wire = 0
  while (Date.now() - begin < patienceMs && seen.usable === undefined) {
    await pause(40)
    const asked = page
      .evaluate(() => (location.protocol === 'https:' ? window.seen : undefined))
      .catch(() => undefined)
    seen = (await Promise.race([asked, pause(5000, undefined)])) ?? {}
    if (seen.content !== undefined && wire === 0) wire = await sent()
  }
  if (untilQuiet) await network.untilQuiet()
  else await pause(300)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.send('HeapProfiler.collectGarbage')
  await pause(100)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return {
    page,
    content: seen.content,
    usable: seen.usable,
    shell: seen.shell,
    wire: wire / 1024,
    mainThread: task * 1000,
    heap: usedSize / 2 ** 20,
  }
}

function watchNetwork(devtools: CDPSession): { untilQuiet: () => Promise<void> } {
  const open = new Set<string>()
  let last = Date.now()
  const note = (change: () => void) => {
    change()
    last = Date.now()
  }
  devtools.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => /^https?:/.test(request.url) && note(() => open.add(requestId)),
  )
  devtools.on('Network.loadingFinished', ({ requestId }) => note(() => open.delete(requestId)))
  devtools.on('Network.loadingFailed', ({ requestId }) => note(() => open.delete(requestId)))
  return {
    untilQuiet: async () => {
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(50))
        if (open.size === 0 && Date.now() - last > QUIET_MS) return
    },
  }
}
