import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { demoPeople } from '#server/demo/people'
import { newPhone } from './browser.ts'
import { type Campus, startCampus } from './campus.ts'
import type { Figure } from './figures.ts'
import { throwawayCertificate } from './loads/certificate.ts'
import { type Mode, NO_LINK, type Shape, WEAK_LINK } from './loads/link.ts'
import type { Order, Reply, Site } from './loads/orders.ts'
import { heaviestRoute } from './loads/routes.ts'
import { type Visit, visit, watch } from './loads/visit.ts'

const PATIENCE_MS = 60_000
const OFFLINE_PATIENCE_MS = 15_000
const ROUTE_KB = 40

interface Target {
  readonly site: Omit<Site, 'tls'>
  /** Words that are there before any script, and what a visitor came for. */
  readonly shell: string
  readonly content: string
  /** What is looked at again without a network. */
  readonly kept: { readonly path: string; readonly content: string }
  /** Another kept page that should be as quick. */
  readonly also?: { readonly path: string; readonly content: string }
  /** What has to be done once, with a network, before it can be looked at without one. */
  readonly prepare: (page: Page, origin: string) => Promise<void>
}

interface Round {
  readonly cold: Visit
  /** KB down the wire until everything is on the phone. */
  readonly everything: number
  readonly repeat: Visit
  readonly offline: Visit
  readonly lie: Visit
  /** Without a network: the other kept page. */
  readonly also?: Visit
}

/** The built app with a real backend against the bare page of the same libraries, on a weak network and without one. */
export async function loadFigures(rounds: number): Promise<Figure[]> {
  const floorFolder = await mkdtemp(join(tmpdir(), 'baodao-bench-floor-'))
  const certificate = throwawayCertificate()
  const campus = await startCampus()
  const servers: MeasuringServer[] = []
  try {
    await buildFloor(floorFolder)
    const targets = { ours: await ours(campus), floor: floorOf(floorFolder) }
    const started = await Promise.all(
      Object.values(targets).map((target) => startServer({ ...target.site, tls: certificate })),
    )
    servers.push(...started)
    const all: Record<keyof typeof targets, Round[]> = { ours: [], floor: [] }
    for (let round = 0; round < rounds; round++) {
      for (const [at, name] of (['ours', 'floor'] as const).entries()) {
        const server = started[at]
        if (server !== undefined)
          all[name].push(await oneRound(targets[name], server, certificate.fingerprint))
        console.error(`round ${round + 1} of ${rounds}: ${name}`)
      }
    }
    return figuresOf(all)
  } finally {
    for (const server of servers) server.stop()
    await campus.close()
    await rm(floorFolder, { recursive: true, force: true })
  }
}

function figuresOf({
  ours: app,
  floor,
}: Readonly<Record<'ours' | 'floor', readonly Round[]>>): Figure[] {
  const figure = (
    name: string,
    unit: Figure['unit'],
    limit: number,
    of: (round: Round) => number | undefined,
    against = of,
  ): Figure => ({
    name: `load: ${name}`,
    unit,
    limit,
    // What never came took for ever.
    ours: app.map((round) => of(round) ?? Infinity),
    floor: floor.map((round) => against(round) ?? Number.NaN),
  })
  return [
    figure(
      'weak network, words of the shell against the floor’s content',
      'ms',
      0.45,
      ({ cold }) => cold.shell,
      ({ cold }) => cold.content,
    ),
    figure('weak network, home with the backend’s list', 'ms', 1.25, ({ cold }) => cold.content),
    figure('bytes on the wire until then', 'KB', 1.5, ({ cold }) => cold.wire),
    figure('bytes of everything, precache included', 'KB', 3, ({ everything }) => everything),
    figure('main thread, cold', 'ms', 1.3, ({ cold }) => cold.mainThread),
    figure('heap', 'MB', 1.5, ({ cold }) => cold.heap),
    figure('weak network, second visit', 'ms', 1.5, ({ repeat }) => repeat.content),
    figure('offline, one’s own timetable', 'ms', 1.3, ({ offline }) => offline.content),
    figure('a server that never answers, one’s own timetable', 'ms', 1.5, ({ lie }) => lie.content),
    {
      name: 'load: the same, against our own offline',
      unit: 'ms',
      limit: 1.2,
      ours: app.map(({ lie }) => lie.content ?? Infinity),
      floor: app.map(({ offline }) => offline.content ?? Number.NaN),
    },
    {
      name: 'load: offline, the fees from their copy, against our own timetable',
      unit: 'ms',
      limit: 1.2,
      ours: app.map(({ also }) => also?.content ?? Infinity),
      floor: app.map(({ offline }) => offline.content ?? Number.NaN),
    },
    {
      name: 'load: the heaviest further route, against 40 KB',
      unit: 'KB',
      limit: 1,
      ours: [heaviestRoute('dist/app')],
      floor: [ROUTE_KB],
    },
  ]
}

async function oneRound(target: Target, server: MeasuringServer, pinned: string): Promise<Round> {
  const phone = await newPhone({ pinned })
  const { context } = phone
  try {
    const origin = `https://localhost:${server.port}`
    const workers = await workerStopper(context)
    const open = (path: string, how: { offline?: boolean; lie?: boolean } = {}) =>
      visit({
        context,
        address: origin + path,
        sent: server.sent,
        patienceMs: how.offline === true || how.lie === true ? OFFLINE_PATIENCE_MS : PATIENCE_MS,
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
    await watch(context, {
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
    // The worker may fetch the rest on an unlimited link: only its bytes are counted.
    await server.link('ok', NO_LINK)
    await untilKept(cold.page, server)
    const everything = (await server.sent()) / 1024
    await cold.page.close()

    await workers.stop()
    await server.link('ok', WEAK_LINK, { fresh: true })
    const repeat = await open('/')
    await repeat.page.close()

    await server.link('ok', NO_LINK)
    const page = await context.newPage()
    await target.prepare(page, origin)
    await page.close()
    const offline = await offlineVisit(target.kept)
    const also = target.also && (await offlineVisit(target.also))

    await server.link('ok', NO_LINK)
    await workers.stop()
    await server.link('lie', NO_LINK)
    const lie = await open(target.kept.path, { lie: true })
    await lie.page.close()
    return { cold, everything, repeat, offline, lie, ...(also && { also }) }
  } finally {
    await phone.close()
    await server.link('ok', NO_LINK)
  }
}

async function ours(campus: Campus): Promise<Target> {
  // The page with the settings in it and the headers of the backend, as a visitor gets it.
  const answer = await fetch(campus.address, { headers: { accept: 'text/html' } })
  const mine = new Set([
    'content-type',
    'etag',
    'cache-control',
    'content-encoding',
    'content-length',
    'vary',
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
  ])
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !mine.has(name)))
  const person = demoPeople.find(({ number }) => number === '880001')
  if (person === undefined) throw new Error('the demo campus has no 880001')
  return {
    site: {
      folder: 'dist/app',
      page: { html: await answer.text(), headers },
      campus: campus.address,
    },
    shell: '.shell-bar span, .shell-tabs span',
    content: '[class*="tile"]',
    // The address that the own timetable ends at: what a reload asks for.
    kept: { path: `/searchcourse/${person.number}`, content: 'table tbody td span' },
    also: { path: `/onlinefee/5/${person.number}`, content: 'main [role="img"]' },
    prepare: async (page, origin) => {
      await page.goto(`${origin}/login`)
      await page.getByText(person.number).click()
      await page.locator('form button[type="submit"]:visible').click()
      await page.waitForURL(`${origin}/`)
      await page.goto(`${origin}/searchcourse/${person.number}`)
      await page.locator('table tbody td span').first().waitFor()
      await page.goto(`${origin}/onlinefee/5/${person.number}`)
      await page.locator('main [role="img"]').waitFor()
      // Until it is written down.
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

/** Build the floor with our own vite. */
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
  readonly link: (mode: Mode, shape: Shape, how?: { fresh?: boolean }) => Promise<unknown>
  readonly sent: () => Promise<number>
  readonly reset: () => Promise<unknown>
  readonly stop: () => void
}

async function startServer(site: Site): Promise<MeasuringServer> {
  const child: ChildProcess = fork(new URL('./loads/server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  // One at a time, so that the next message is the answer.
  let turn: Promise<unknown> = Promise.resolve()
  const tell = (order: Order): Promise<Reply> => {
    const said = turn.then(async () => {
      child.send(order)
      const [reply]: Reply[] = await once(child, 'message')
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

/** Stops all workers: the next visit starts with a sleeping one, as the next day does. */
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

async function untilKept(page: Page, server: MeasuringServer): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise<void>((resolve) =>
      active.addEventListener('statechange', () => active.state === 'activated' && resolve()),
    )
  })
  let sent = -1
  for (let now = await server.sent(); now !== sent; now = await server.sent()) {
    sent = now
    await pause(1500)
  }
}
