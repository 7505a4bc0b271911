import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openEmptyPhone } from '../empty-phone.ts'
import { createThrowawayCertificate } from './certificate.ts'
import { type TapTarget, measureFirstTap } from './first-tap.ts'
import { type MeasuringServer, startMeasuringServer } from './measuring-server.ts'
import { type LinkMode, type LinkShape, NO_LINK, SLOW_4G_LINK, WEAK_LINK } from './shaped-link.ts'
import type { Site } from './sites.ts'
import { type VisitTimings, measureVisit, watchContent } from './visit.ts'
import { waitFor } from './wait.ts'

const TIMEOUT_MS = 60_000
const OFFLINE_TIMEOUT_MS = 15_000
/** A visit with a network lasts so long, because a page works on after its content is visible. */
const STAY_MS = 10_000
const OFFLINE_STAY_MS = 300
const REGISTRATION_TIMEOUT_MS = 10_000

/** What is measured of a site in one round. */
export interface Round {
  /** Somebody who was never bound opens the site for the first time, on a weak network. */
  readonly first: VisitTimings
  /** KB transferred until the first visit's worker has all its files. */
  readonly everything: number
  /** After that: without a network, on a network that never answers, and on the weak one. */
  readonly offline: VisitTimings
  readonly silent: VisitTimings
  readonly second: VisitTimings
  /** Another phone opens the site for the first time, on slow 4G. */
  readonly slow4g: VisitTimings
  readonly taps?: {
    /** Ms from the navigation until a link that is tapped at once is answered, on a weak network. */
    readonly link: number | undefined
    /** Ms from the tap on a button, ten seconds after it is visible, on slow 4G. */
    readonly button: number | undefined
  }
  readonly bound?: BoundRound
}

interface BoundRound {
  readonly second: VisitTimings
  readonly timetable: VisitTimings
  readonly fees: VisitTimings
  readonly silentTimetable: VisitTimings
}

interface Network {
  readonly words: string
  readonly mode: LinkMode
  readonly shape: LinkShape
}
const WEAK: Network = { words: 'on a weak network', mode: 'ok', shape: WEAK_LINK }
const SLOW_4G: Network = { words: 'on slow 4G', mode: 'ok', shape: SLOW_4G_LINK }
const NONE: Network = { words: 'without a network', mode: 'dead', shape: NO_LINK }
const SILENT: Network = { words: 'on a network without answers', mode: 'lie', shape: NO_LINK }

/**
 * Measure every site once in each round, so that other load on the machine affects all sites alike.
 * Returns the rounds of each site.
 */
export async function measureByTurns(rounds: number, sites: readonly Site[]): Promise<Round[][]> {
  const certificate = createThrowawayCertificate()
  const servers = await Promise.all(
    sites.map(({ served }) => startMeasuringServer({ ...served, tls: certificate })),
  )
  const all: Round[][] = sites.map(() => [])
  const inOrder = [...sites.entries()]
  try {
    for (let round = 0; round < rounds; round++)
      // The first site of a round is slower by a tenth, so each site is first as often as last.
      for (const [at, site] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const server = servers[at]
        if (server !== undefined)
          all[at]?.push(await measureRound(site, server, certificate.fingerprint))
        console.error(`round ${round + 1} of ${rounds}: ${site.name}`)
      }
    return all
  } finally {
    for (const server of servers) server.stop()
  }
}

async function measureRound(site: Site, server: MeasuringServer, pinned: string): Promise<Round> {
  const onEmptyPhone = async <Result>(measure: (phone: Phone) => Promise<Result>) => {
    const phone = await openPhone(site, server, pinned)
    try {
      return await measure(phone)
    } finally {
      await phone.close()
      await server.link('ok', NO_LINK)
    }
  }
  const firstTap = (network: Network, tap: TapTarget, delayMs: number) =>
    onEmptyPhone(async ({ context, origin }) => {
      await server.link(network.mode, network.shape, { fresh: true })
      const address = `${origin}/`
      return measureFirstTap(context, { address, tap, delayMs, patienceMs: TIMEOUT_MS })
    })
  const { taps, bound } = site
  return {
    ...(await onEmptyPhone((phone) => measureUnbound(phone, server))),
    slow4g: await onEmptyPhone((phone) => phone.visit('/', SLOW_4G, { stayMs: 0 })),
    ...(taps && {
      taps: {
        link: await firstTap(WEAK, taps.link, 0),
        button: await firstTap(SLOW_4G, taps.button, STAY_MS),
      },
    }),
    ...(bound && {
      bound: await onEmptyPhone((phone) => measureBound(phone, bound, server)),
    }),
  }
}

async function measureUnbound(
  phone: Phone,
  server: MeasuringServer,
): Promise<Pick<Round, 'first' | 'everything' | 'offline' | 'silent' | 'second'>> {
  await server.resetCount()
  const { page, ...first } = await phone.stayOn('/', WEAK)
  // The worker fetches the rest over an unlimited link, because only its bytes are counted.
  await server.link('ok', NO_LINK)
  await untilWorkerInstalled(page, server, phone.site.name)
  const everything = (await server.arrivedBy()) / 1024
  await page.close()
  return {
    first,
    everything,
    offline: await phone.visit('/', NONE),
    silent: await phone.visit('/', SILENT),
    second: await phone.visit('/', WEAK),
  }
}

async function measureBound(
  phone: Phone,
  { bind, timetable, fees }: NonNullable<Site['bound']>,
  server: MeasuringServer,
): Promise<BoundRound> {
  const page = await phone.context.newPage()
  await page.goto(`${phone.origin}/`)
  await untilWorkerInstalled(page, server, phone.site.name)
  await bind(page, phone.origin)
  await page.close()
  const until = 'usable'
  return {
    second: await phone.visit('/', WEAK, { until }),
    timetable: await phone.visit(timetable.path, NONE, { until }),
    fees: await phone.visit(fees.path, NONE, { until }),
    silentTimetable: await phone.visit(timetable.path, SILENT),
  }
}

interface VisitHow {
  readonly until?: 'content' | 'usable'
  readonly stayMs?: number
}

/** A browser with an empty profile, and the site that it visits. */
interface Phone {
  readonly context: Awaited<ReturnType<typeof openEmptyPhone>>['context']
  readonly site: Site
  readonly origin: string
  /** Open a path in a new tab that stays open. */
  readonly stayOn: (
    path: string,
    network: Network,
    how?: VisitHow,
  ) => Promise<VisitTimings & { page: Page }>
  /** Open a path in a new tab, and close it. */
  readonly visit: (path: string, network: Network, how?: VisitHow) => Promise<VisitTimings>
  readonly close: () => Promise<void>
}

async function openPhone(site: Site, server: MeasuringServer, pinned: string): Promise<Phone> {
  const { context, close } = await openEmptyPhone({ pinned })
  const origin = `https://localhost:${server.port}`
  await watchContent(context, [
    ...(site.bound ? [site.bound.timetable, site.bound.fees] : []),
    { path: '/', content: site.content },
  ])
  const workers = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()))
  await workers.send('ServiceWorker.enable')
  const stayOn: Phone['stayOn'] = async (path, network, how = {}) => {
    // The visit starts with a stopped worker, as on the next day.
    await workers.send('ServiceWorker.stopAllWorkers')
    await pause(200)
    const isAnswered = network.mode === 'ok'
    await server.link(network.mode, network.shape, { fresh: isAnswered })
    return measureVisit({
      context,
      name: `${site.name}, ${path} ${network.words}`,
      address: origin + path,
      arrivedBy: server.arrivedBy,
      offline: network.mode === 'dead',
      until: how.until ?? 'content',
      patienceMs: isAnswered ? TIMEOUT_MS : OFFLINE_TIMEOUT_MS,
      stayMs: how.stayMs ?? (isAnswered ? STAY_MS : OFFLINE_STAY_MS),
    })
  }
  const visit: Phone['visit'] = async (...visited) => {
    const { page, ...timings } = await stayOn(...visited)
    await page.close()
    return timings
  }
  return { context, site, origin, stayOn, visit, close }
}

/**
 * Wait until the service worker has all its files. The registration tells it, not the app, because
 * the app may not have started. A site without a worker is only named.
 */
async function untilWorkerInstalled(
  page: Page,
  server: MeasuringServer,
  name: string,
): Promise<void> {
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  const deadline = Date.now() + REGISTRATION_TIMEOUT_MS
  while (!(await isRegistered())) {
    if (Date.now() > deadline)
      return console.error(
        `${name} registered no service worker within ${REGISTRATION_TIMEOUT_MS / 1000} s`,
      )
    await pause(200)
  }
  await waitFor(
    `the installation of the service worker of ${name}`,
    TIMEOUT_MS,
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active === null || active.state === 'activated') return
      await new Promise<void>((resolve) =>
        active.addEventListener('statechange', () => active.state === 'activated' && resolve()),
      )
    }),
  )
  await waitFor(`the end of the transfers of ${name}`, TIMEOUT_MS, untilIdle(server))
}

async function untilIdle(server: MeasuringServer): Promise<void> {
  let arrived = -1
  for (let now = await server.arrivedBy(); now !== arrived; now = await server.arrivedBy()) {
    arrived = now
    await pause(1500)
  }
}
