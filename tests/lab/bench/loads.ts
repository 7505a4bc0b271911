import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { demoPeople } from '#server/demo/demo-people'
import { type BenchServer, startBenchCampus } from './bench-campus.ts'
import { openEmptyPhone } from './empty-phone.ts'
import { createThrowawayCertificate } from './loads/certificate.ts'
import { measureFirstTap, type TapTarget } from './loads/first-tap.ts'
import { heaviestRouteKb } from './loads/heaviest-route.ts'
import type { ToServer, FromServer, ServedSite, SitePage } from './loads/messages.ts'
import { type LinkMode, NO_LINK, type LinkShape, WEAK_LINK } from './loads/shaped-link.ts'
import { type VisitTimings, measureVisit, watchContent } from './loads/visit.ts'
import { waitFor } from './loads/wait.ts'
import type { Measurement } from './measurements.ts'

const TIMEOUT_MS = 60_000
const OFFLINE_TIMEOUT_MS = 15_000
const ROUTE_KB = 40

interface Target {
  readonly site: Omit<ServedSite, 'tls'>
  /**
   * The text of the HTML shell, which is there before any script runs, and the content for which a
   * visitor came.
   */
  readonly shell: string
  readonly content: string
  /** The page that is opened again without a network. */
  readonly kept: { readonly path: string; readonly content: string }
  /** Another cached page that must open as fast. */
  readonly also?: { readonly path: string; readonly content: string }
  /** The link that a first-time visitor taps. */
  readonly tap?: TapTarget
  /** What must happen once with a network, so that the page can be opened without one. */
  readonly prepare: (page: Page, origin: string) => Promise<void>
}

interface Round {
  readonly cold: VisitTimings
  /** KB transferred until the whole app is stored on the phone. */
  readonly everything: number
  readonly repeat: VisitTimings
  readonly offline: VisitTimings
  readonly lie: VisitTimings
  /** The timings of the other cached page, without a network. */
  readonly also?: VisitTimings
  /** Ms until the first tap of a first-time visitor is answered. */
  readonly tap?: number | undefined
}

/**
 * Compare the built app and a real backend with a bare page of the same libraries, on a weak
 * network and without a network.
 */
export async function measurePageLoads(rounds: number): Promise<Measurement[]> {
  const floorFolder = await mkdtemp(join(tmpdir(), 'baodao-bench-floor-'))
  const campus = await startBenchCampus()
  try {
    await buildFloor(floorFolder)
    const [app = [], floor = []] = await byTurns(rounds, [
      await ours(campus, 'dist/app'),
      floorOf(floorFolder),
    ])
    return figuresOf(app, floor)
  } finally {
    await campus.close()
    await rm(floorFolder, { recursive: true, force: true })
  }
}

/** Compare other builds of the app with this build: by how much each is slower or larger. */
export async function measureBuilds(
  rounds: number,
  folders: readonly string[],
): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  try {
    const others: Target[] = []
    for (const [at, folder] of folders.entries())
      others.push(await ours(await campus.startAnother(`build_${at}`, folder), folder))
    const [app = [], ...rest] = await byTurns(rounds, [await ours(campus, 'dist/app'), ...others])
    return rest.flatMap((other, at) =>
      [...MEASURED, ...MEASURED_OF_BUILDS].map(({ name, unit, of }) => ({
        name: `${basename(folders[at] ?? '')}: ${name}`,
        unit,
        ours: other.map((round) => of(round) ?? Infinity),
        floor: app.map((round) => of(round) ?? Number.NaN),
      })),
    )
  } finally {
    await campus.close()
  }
}

/**
 * Measure every target once in each round, so that other load on the machine affects all targets
 * alike.
 */
async function byTurns(rounds: number, targets: readonly Target[]): Promise<Round[][]> {
  const certificate = createThrowawayCertificate()
  const servers = await Promise.all(
    targets.map(({ site }) => startServer({ ...site, tls: certificate })),
  )
  const all: Round[][] = targets.map(() => [])
  const inOrder = [...targets.entries()]
  try {
    for (let round = 0; round < rounds; round++)
      // The first target of a round is slower by a tenth, so each target is first as often as last.
      for (const [at, target] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const server = servers[at]
        if (server !== undefined)
          all[at]?.push(await oneRound(target, server, certificate.fingerprint))
        console.error(`round ${round + 1} of ${rounds}: ${target.site.folder}`)
      }
    return all
  } finally {
    for (const server of servers) server.stop()
  }
}

/** The values that are measured in the same way for every target. */
const MEASURED: readonly {
  readonly name: string
  readonly unit: Measurement['unit']
  readonly limit: number
  readonly of: (round: Round) => number | undefined
}[] = [
  {
    name: 'weak network, home with the backend’s list',
    unit: 'ms',
    limit: 1.25,
    of: ({ cold }) => cold.content,
  },
  { name: 'bytes on the wire until then', unit: 'KB', limit: 1.5, of: ({ cold }) => cold.wire },
  {
    name: 'bytes of everything, precache included',
    unit: 'KB',
    limit: 3,
    of: ({ everything }) => everything,
  },
  { name: 'main thread, cold', unit: 'ms', limit: 1.6, of: ({ cold }) => cold.mainThread },
  { name: 'heap', unit: 'MB', limit: 1.65, of: ({ cold }) => cold.heap },
  {
    name: 'weak network, second visit: words',
    unit: 'ms',
    limit: 1,
    of: ({ repeat }) => repeat.content,
  },
  {
    name: 'weak network, second visit: usable',
    unit: 'ms',
    limit: 1.5,
    of: ({ repeat }) => repeat.usable,
  },
  {
    name: 'offline, one’s own timetable: words',
    unit: 'ms',
    limit: 1,
    of: ({ offline }) => offline.content,
  },
  {
    name: 'offline, one’s own timetable: usable',
    unit: 'ms',
    limit: 1.5,
    of: ({ offline }) => offline.usable,
  },
  {
    name: 'a server that never answers, one’s own timetable: words',
    unit: 'ms',
    limit: 1,
    of: ({ lie }) => lie.content,
  },
]

/**
 * Values for which the floor has no counterpart, or which stabilize a time in ms on a busy machine.
 */
const MEASURED_OF_BUILDS: typeof MEASURED = [
  { name: 'weak network, words of the shell', unit: 'ms', limit: 1, of: ({ cold }) => cold.shell },
  {
    name: 'main thread, offline, one’s own timetable',
    unit: 'ms',
    limit: 1,
    of: ({ offline }) => offline.mainThread,
  },
]

function figuresOf(app: readonly Round[], floor: readonly Round[]): Measurement[] {
  const against = (
    of: (round: Round) => number | undefined,
    base: readonly Round[],
    ofBase = of,
  ): Pick<Measurement, 'ours' | 'floor'> => ({
    // A value that was never reached counts as infinite.
    ours: app.map((round) => of(round) ?? Infinity),
    floor: base.map((round) => ofBase(round) ?? Number.NaN),
  })
  return [
    {
      name: 'load: weak network, words of the shell against the floor’s content',
      unit: 'ms',
      limit: 0.45,
      ...against(
        ({ cold }) => cold.shell,
        floor,
        ({ cold }) => cold.content,
      ),
    },
    {
      name: 'load: weak network, first tap of a stranger answered, against the floor’s content',
      unit: 'ms',
      limit: 1.1,
      ...against(
        ({ tap }) => tap,
        floor,
        ({ cold }) => cold.content,
      ),
    },
    ...MEASURED.map(({ name, unit, limit, of }) => ({
      name: `load: ${name}`,
      unit,
      limit,
      ...against(of, floor),
    })),
    {
      name: 'load: the same, against our own offline',
      unit: 'ms',
      limit: 1.2,
      ...against(
        ({ lie }) => lie.content,
        app,
        ({ offline }) => offline.content,
      ),
    },
    {
      // The floor has no fees page, so this value is compared with the app's own timetable.
      name: 'load: offline, the fees from their copy, against our own timetable',
      unit: 'ms',
      limit: 1.2,
      ...against(
        ({ also }) => also?.usable,
        app,
        ({ offline }) => offline.usable,
      ),
    },
    {
      name: 'load: the heaviest further route, against 40 KB',
      unit: 'KB',
      limit: 1,
      ours: [heaviestRouteKb('dist/app')],
      floor: [ROUTE_KB],
    },
  ]
}

async function oneRound(target: Target, server: MeasuringServer, pinned: string): Promise<Round> {
  const tap = target.tap && (await measureAnonymousTap(target.tap, server, pinned))
  const phone = await openEmptyPhone({ pinned })
  const { context } = phone
  try {
    const origin = `https://localhost:${server.port}`
    const workers = await workerStopper(context)
    const open = (path: string, how: { offline?: boolean; lie?: boolean } = {}) =>
      measureVisit({
        context,
        address: origin + path,
        sent: server.sent,
        patienceMs: how.offline === true || how.lie === true ? OFFLINE_TIMEOUT_MS : TIMEOUT_MS,
        untilQuiet: how.offline !== true && how.lie !== true,
        ...(how.offline === true && { offline: true }),
      })
    const offlineVisit = async ({ path }: { path: string }) => {
      await workers.stop()
      await server.link('dead', NO_LINK)
      const seen = await open(path, { offline: true })
      await seen.page.close()
      return seen
    }
    await watchContent(context, {
      shell: target.shell,
      contents: [
        ...(target.also ? [target.also] : []),
        target.kept,
        { path: '/', content: target.content },
      ],
    })
    await server.link('ok', WEAK_LINK)
    await server.reset()
    const cold = await open('/')
    // The service worker fetches the rest over an unlimited link, because only its bytes are
    // counted.
    await server.link('ok', NO_LINK)
    await untilKept(cold.page, server)
    const everything = (await server.sent()) / 1024
    await cold.page.close()

    const page = await context.newPage()
    await target.prepare(page, origin)
    await page.close()
    await workers.stop()
    await server.link('ok', WEAK_LINK, { fresh: true })
    const repeat = await open('/')
    await repeat.page.close()

    const offline = await offlineVisit(target.kept)
    const also = target.also && (await offlineVisit(target.also))

    await server.link('ok', NO_LINK)
    await workers.stop()
    await server.link('lie', NO_LINK)
    const lie = await open(target.kept.path, { lie: true })
    await lie.page.close()
    return { cold, everything, repeat, offline, lie, tap, ...(also && { also }) }
  } finally {
    await phone.close()
    await server.link('ok', NO_LINK)
  }
}

async function measureAnonymousTap(
  tap: TapTarget,
  server: MeasuringServer,
  pinned: string,
): Promise<number | undefined> {
  const phone = await openEmptyPhone({ pinned })
  try {
    await server.link('ok', WEAK_LINK, { fresh: true })
    const address = `https://localhost:${server.port}/`
    return await measureFirstTap(phone.context, { address, tap, patienceMs: TIMEOUT_MS })
  } finally {
    await phone.close()
    await server.link('ok', NO_LINK)
  }
}

const PROXYS_OWN = new Set([
  'content-type',
  'etag',
  'content-encoding',
  'content-length',
  'vary',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

// A page with its settings and the headers of the backend, as a visitor gets it.
async function pageAt(address: string, asked: Record<string, string> = {}): Promise<SitePage> {
  const answer = await fetch(address, { headers: { accept: 'text/html', ...asked } })
  const headers = [...answer.headers].filter(([name]) => !PROXYS_OWN.has(name))
  return { html: await answer.text(), headers: Object.fromEntries(headers) }
}

const DRAWINGS = 20

/**
 * A page as a first-time visitor gets it. Its first rendering can take longer than a request waits.
 */
async function renderedAt(address: string, tries = 1): Promise<SitePage> {
  const page = await pageAt(address)
  // Earlier builds do not render pages on the server.
  if (page.html.includes('id="root" data-ssr') || tries === DRAWINGS) return page
  await pause(500)
  return renderedAt(address, tries + 1)
}

async function ours(campus: BenchServer, folder: string): Promise<Target> {
  const person = demoPeople.find(({ number }) => number === '880001')
  if (person === undefined) throw new Error('the demo campus has no 880001')
  return {
    site: {
      folder,
      page: await pageAt(`${campus.address}/index.html`),
      rendered: {
        '/': await renderedAt(`${campus.address}/`),
        '/login': await renderedAt(`${campus.address}/login`),
      },
      prefetchPages: {
        '/login': await pageAt(`${campus.address}/login`, { 'sec-purpose': 'prefetch' }),
      },
      campus: campus.address,
    },
    shell: '.shell-bar span, .shell-tabs span, h1',
    content: '[class*="tile"]',
    tap: { link: 'main a[href="/login"]', content: 'form input' },
    // A reload requests the address to which the student's own timetable redirects.
    kept: { path: `/searchcourse/${person.number}`, content: 'table tbody td span' },
    also: { path: `/onlinefee/5/${person.number}`, content: 'main [role="img"]' },
    prepare: async (page, origin) => {
      await page.goto(`${origin}/login`)
      await page.getByText(person.number).click()
      await page.locator('main form button[type="submit"]:visible').click()
      await page.waitForURL(`${origin}/`)
      await untilSeen(page, '/')
      const timetable = `/searchcourse/${person.number}`
      await page.goto(origin + timetable)
      await page.locator('table tbody td span').first().waitFor()
      await untilSeen(page, timetable)
      await page.goto(`${origin}/onlinefee/5/${person.number}`)
      await page.locator('main [role="img"]').waitFor()
      // Wait until the data is written to the disk.
      await pause(1000)
    },
  }
}

const floorOf = (folder: string): Target => ({
  site: { folder },
  shell: '#content',
  content: '#content',
  kept: { path: '/', content: '#content' },
  prepare: async () => {},
})

/** Wait until the page's content is stored as the snapshot for its next first frame. */
async function untilSeen(page: Page, path: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  // waitForFunction cannot be used, because it takes the returned promise itself as a truthy
  // result.
  while (!(await page.evaluate(isSeen, path))) {
    if (Date.now() > deadline) throw new Error(`no first frame of ${path} is kept`)
    await pause(200)
  }
}

const isSeen = (path: string) =>
  new Promise<boolean>((resolve) => {
    const asked = indexedDB.open('baodao-seen')
    // Checking for the database must not create it.
    asked.onupgradeneeded = () => asked.transaction?.abort()
    asked.onerror = () => resolve(false)
    asked.onsuccess = () => {
      const kept = asked.result.transaction('frames').objectStore('frames').getKey(path)
      kept.onsuccess = () => {
        asked.result.close()
        resolve(kept.result !== undefined)
      }
    }
  })

/** Build the floor with the project's own Vite. */
async function buildFloor(folder: string): Promise<void> {
  await build({
    root: dirname(fileURLToPath(new URL('./floor/main.tsx', import.meta.url))),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [
      react(),
      VitePWA({
        registerType: 'autoUpdate',
        injectRegister: 'script-defer',
        manifest: false,
        workbox: {
          globPatterns: ['**/*.{js,css,html}'],
          navigateFallback: '/index.html',
          navigateFallbackDenylist: [/^\/api\//],
          clientsClaim: true,
          skipWaiting: true,
        },
      }),
    ],
  })
}

interface MeasuringServer {
  readonly port: number
  readonly link: (mode: LinkMode, shape: LinkShape, how?: { fresh?: boolean }) => Promise<unknown>
  readonly sent: () => Promise<number>
  readonly reset: () => Promise<unknown>
  readonly stop: () => void
}

async function startServer(site: ServedSite): Promise<MeasuringServer> {
  const child: ChildProcess = fork(new URL('./loads/server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  // Only one message is sent at a time, so that the next message is its answer.
  let turn: Promise<unknown> = Promise.resolve()
  const tell = (order: ToServer): Promise<FromServer> => {
    const said = turn.then(async () => {
      child.send(order)
      const [reply]: FromServer[] = await waitFor(
        `the answer of the server of ${site.folder} to "${order.type}"`,
        TIMEOUT_MS,
        once(child, 'message'),
      )
      if (reply === undefined) throw new Error('no reply')
      return reply
    })
    turn = said
    return said
  }
  const { port } = await tell({ type: 'start', site })
  return {
    port,
    link: (mode, shape, how = {}) => tell({ type: 'link', mode, shape, ...how }),
    sent: async () => (await tell({ type: 'count' })).sent,
    reset: () => tell({ type: 'count', reset: true }),
    stop: () => void child.kill(),
  }
}

/**
 * Stops all service workers, so that the next visit starts with a stopped worker, as on the next
 * day.
 */
async function workerStopper(context: BrowserContext): Promise<{ stop: () => Promise<void> }> {
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()))
  await devtools.send('ServiceWorker.enable')
  return {
    stop: async () => {
      await devtools.send('ServiceWorker.stopAllWorkers')
      await pause(200)
    },
  }
}

/**
 * Wait until the service worker has all its files. The registration tells it, not the app, because
 * the app may not have started yet.
 */
async function untilKept(page: Page, server: MeasuringServer): Promise<void> {
  await waitFor(
    'the installation of the service worker',
    TIMEOUT_MS,
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active === null || active.state === 'activated') return
      await new Promise<void>((resolve) =>
        active.addEventListener('statechange', () => active.state === 'activated' && resolve()),
      )
    }),
  )
  await waitFor('the end of the transfers after the installation', TIMEOUT_MS, untilIdle(server))
}

async function untilIdle(server: MeasuringServer): Promise<void> {
  let sent = -1
  for (let now = await server.sent(); now !== sent; now = await server.sent()) {
    sent = now
    await pause(1500)
  }
}
