import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SEAL_DATABASE } from '#offline/storage/delete-databases'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import { createReadCache } from '#offline/storage/read-cache'
import { openOutboxChannel } from '#offline/transport/outbox-channel'
import {
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  type ScriptedRequest,
  sampleTravel,
  acceptEveryWrite,
} from '../support/offline/offline-page.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/offline/worker-harness.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let phone: WorkerHarness

beforeEach(() => {
  phone = openWorkerHarness()
  vi.stubGlobal('navigator', {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Store waiting items and dispatch a sync event to the worker while no page is open. */
async function woken(
  answer: (seen: ScriptedRequest, count: number) => Response | Promise<Response>,
  { scans = 0, ...event }: { scans?: number; lastChance?: boolean; tag?: string } = {},
) {
  const page = openOfflinePage({
    fetch: createScriptedFetch(acceptEveryWrite).fetch,
    storage: 'baodao-outbox',
  })
  await page.bind('s1', 'token-1')
  if (scans === 0) await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
  for (let nth = 0; nth < scans; nth++)
    await page.outbox.add({
      form: 'scan',
      subject: 's1',
      payload: { scanned: `99000${nth}`, at: '', shown: null },
    })
  const campus = createScriptedFetch(answer)
  const worker = await phone.startDelivery()
  vi.stubGlobal('fetch', campus.fetch)
  const line = openOutboxChannel()
  const news: string[] = []
  line.subscribe((one) => news.push(one))
  let end = ''
  void worker
    .dispatchEvent('sync', { tag: 'outbox', lastChance: false, ...event })
    .then(
      () => 'ended well',
      (cause: unknown) => String(cause),
    )
    .then((how) => (end = how))
  const ended = async () => {
    while (end === '') {
      await vi.advanceTimersByTimeAsync(20)
      await new Promise((next) => setImmediate(next))
    }
    return end
  }
  onTestFinished(async () => {
    for (const { order } of await page.outbox.list('s1')) await page.outbox.discard(order)
    await page.database.close()
    line.close()
  })
  return { ended, seen: campus.seen, news }
}

/** A campus that answers this many tries with 429 and accepts later ones. */
const busy =
  ({ tries, after }: { tries: number; after: number }) =>
  (seen: ScriptedRequest, count: number) =>
    count > tries
      ? acceptEveryWrite(seen)
      : jsonResponse({}, { status: 429, headers: { 'Retry-After': `${after}` } })

test('a sync event sends waiting items, notifies pages, and succeeds', async () => {
  const { ended, seen, news } = await woken(acceptEveryWrite)
  expect(await ended()).toBe('ended well')
  expect(seen.at(-1)?.body).toMatchObject({ startCity: sampleTravel().startCity })
  await waitUntil(() => expect(news).toEqual(expect.arrayContaining(['changed', 'delivered'])))
})

test('a worker runs five rounds at a campus that does not respond, and then rejects the sync event, so that it is woken again', async () => {
  const began = Date.now()
  const silent = () => Promise.reject(new TypeError('Failed to fetch'))
  const { ended, seen, news } = await woken(silent, { scans: 20 })
  expect(await ended()).toBe('Error: 1 still waiting')
  // Two unanswered tries end a round.
  expect(seen).toHaveLength(5 * 2)
  expect(Date.now() - began).toBeGreaterThanOrEqual(4 * 1_000)
  expect(news).not.toContain('delivered')
})

test('a worker waits for a Retry-After of three seconds, but not for a longer one', async () => {
  const short = await woken(busy({ tries: 1, after: 3 }))
  expect(await short.ended()).toBe('ended well')
  const began = Date.now()
  const long = await woken(busy({ tries: 1, after: 4 }))
  expect(await long.ended()).toBe('Error: 1 still waiting')
  expect(long.seen).toHaveLength(1)
  expect(Date.now() - began).toBeLessThan(3_000)
})

test('when a session has ended while no page is open, the worker deletes the sealing key and the encrypted copies [D-105]', async () => {
  const seal = createKeyValueStore(SEAL_DATABASE, 'seal')
  const { storage } = createReadCache()
  await set('key', { key: 'a key' }, seal)
  const box = { iv: new Uint8Array(12), box: new ArrayBuffer(8) }
  await storage.setItem('roster', { state: { data: { value: box } } })
  await storage.setItem('notices', { state: { data: { value: 'open to all' } } })
  const names = async () => (await storage.entries()).map(([name]) => name)
  expect(await names()).toEqual(['notices', 'roster'])
  const { ended } = await woken(() => jsonResponse({ status: -400 }, { status: 401 }))
  await ended()
  expect(await names()).toEqual(['notices'])
  expect(await get('key', seal)).toBeUndefined()
  await storage.removeItem('notices')
})

test('the last sync event succeeds although items wait, since the worker would not be woken again', async () => {
  const { ended } = await woken(busy({ tries: 1, after: 60 }), { lastChance: true })
  expect(await ended()).toBe('ended well')
})

test('a sync event with an unknown tag sends nothing', async () => {
  const { ended, seen } = await woken(acceptEveryWrite, { tag: 'another' })
  expect(await ended()).toBe('ended well')
  expect(seen).toEqual([])
})
