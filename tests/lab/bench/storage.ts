import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { openEmptyPhone } from './empty-phone.ts'
import type { Measurement } from './measurements.ts'
import type { bench } from './storage/page.ts'
import type { TimingPair } from './storage/timing-pair.ts'

const SIZES = [10, 100, 1000] as const

declare const window: { bench: typeof bench }

/**
 * Measure the outbox in a real browser on a real disk: storing and sending, with many and with few
 * waiting items.
 */
export function measureOutbox(rounds: number): Promise<Measurement[]> {
  return withPage(async (page) => {
    const enqueues = [
      ...SIZES.map((waiting) => ({
        name: `outbox: write one down, ${waiting} waiting`,
        waiting,
        form: 'scan' as const,
      })),
      {
        name: 'outbox: write a replacing form down, 1000 others waiting',
        waiting: 1000,
        form: 'travel' as const,
      },
    ]
    const drains = SIZES.map((waiting) => ({ name: `outbox: deliver ${waiting}`, waiting }))
    const pairs = new Map<string, TimingPair[]>()
    for (let round = -1; round < rounds; round++) {
      for (const { name, ...how } of enqueues)
        note(name, round, await page.evaluate((options) => window.bench.enqueuePair(options), how))
      for (const { name, ...how } of drains) {
        note(name, round, await page.evaluate((options) => window.bench.drainPair(options), how))
      }
    }
    return [...pairs].map(([name, all]) => ({
      name,
      unit: '/s',
      ours: all.map(({ ours }) => countOf(name) / (ours / 1000)),
      floor: all.map(({ floor }) => countOf(name) / (floor / 1000)),
      limit: 0.7,
      atLeast: true,
    }))

    function note(name: string, round: number, pair: TimingPair) {
      // The first round is discarded, because it warms up the compiler.
      if (round >= 0) pairs.set(name, [...(pairs.get(name) ?? []), pair])
    }
    // The number of operations that a pair of times covers; see storage/outbox.ts.
    function countOf(name: string) {
      const drain = drains.find((one) => one.name === name)
      return drain === undefined ? 40 : drain.waiting * Math.max(1, Math.round(200 / drain.waiting))
    }
  })
}

/**
 * Measure cached reads in a real browser. The cost of storing and restoring one read must not grow
 * with the number of cached reads.
 */
export function measureCachedReads(rounds: number): Promise<Measurement[]> {
  return withPage(async (page) => {
    const took = { keep: SIZES.map((): number[] => []), restore: SIZES.map((): number[] => []) }
    for (let round = -1; round < rounds; round++) {
      for (const [at, kept] of SIZES.entries()) {
        const keep = await page.evaluate((many) => window.bench.keepOne({ kept: many }), kept)
        const restore = await page.evaluate((many) => window.bench.restoreOne({ kept: many }), kept)
        if (round < 0) continue
        took.keep[at]?.push(keep)
        took.restore[at]?.push(restore)
      }
    }
    return (['keep', 'restore'] as const).flatMap((what) =>
      SIZES.slice(1).map((kept, at): Measurement => ({
        name: `reads: ${what} one with ${kept} kept, against ${SIZES[0]}`,
        unit: 'ms',
        ours: took[what][at + 1] ?? [],
        floor: took[what][0] ?? [],
        limit: 1.5,
      })),
    )
  })
}

async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-bench-page-'))
  const root = join(import.meta.dirname, 'storage')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: ['chrome100', 'safari15.4'],
      modulePreload: false,
    },
  })
  const server = await serve(folder)
  const phone = await openEmptyPhone()
  try {
    const page = await phone.context.newPage()
    await page.goto(server.address)
    await page.waitForFunction(() => 'bench' in window)
    return await work(page)
  } finally {
    await phone.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serve the files of the page, and answer any submission as a backend that sends receipts does. */
async function serve(folder: string): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        const key = request.headers['idempotency-key']
        const headers = {
          'Content-Type': 'application/json',
          Receipt: 'ABCD-EFGH',
          ...(typeof key === 'string' && { 'Idempotency-Key': key }),
        }
        response.writeHead(200, headers).end('{"results":true}')
      })
      return
    }
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1)
    readFile(join(folder, name)).then(
      (body) =>
        response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://localhost:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
