import { contract, queuedForms as knownForms } from '#contract/index'
import type { AnyForm } from '#contract/queued-form'
import { drainOutbox } from '#offline/drain/drain'
import { setSenderIdentity } from '#offline/drain/sender-identity'
import { createOutbox } from '#offline/outbox/outbox'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { formFinder } from '#tests/support/offline/offline-page.ts'
import type { TimingPair } from './timing-pair.ts'

/** A form like a scan: each submission stands by itself, and one request sends it. */
const scan: AnyForm = {
  name: 'scan',
  schemaVersion: 1,
  payload: contract.travel.add.input,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  add: contract.travel.add,
}
const forms = { ...knownForms, scan }
const subject = 'S1'
const payloadFields = (at: number) => ({
  student: subject,
  step: '3',
  startCity: '广东省,东莞市',
  startDate: '2026-09-01',
  arrivalDate: '2026-09-02',
  arrivalTime: '10:30',
  mode: '火车',
  companions: '2',
  remark: `第${at}次。${'预计上午到站，有两件大行李。'.repeat(6)}`,
  open: true,
})
const ADDRESS = contract.travel.add.path
const ROUND = 40

/**
 * Measure adding to an outbox with `waiting` items, compared with plain puts in strict transactions
 * into a store that contains only what was just put.
 */
export async function measureEnqueue({
  waiting,
  form,
}: {
  waiting: number
  form: 'scan' | 'travel'
}): Promise<TimingPair> {
  const name = `enqueue-${Math.random()}`
  const database = openOutboxDatabase(name)
  const outbox = createOutbox({ database, findForm: formFinder(forms) })
  await fill(database, waiting)
  const bare = await openBare(`${name}-bare`)
  let ours = 0
  let floor = 0
  for (let at = 0; at < ROUND; at++) {
    const payload = payloadFields(at)
    const record = { ...(await anItem(database)), payload }
    const begin = performance.now()
    await putStrictly(bare, record)
    const between = performance.now()
    const saved = await outbox.add({ form, subject, payload })
    ours += performance.now() - between
    floor += between - begin
    if (saved.type !== 'saved') throw new Error('not saved')
    // The item is discarded, so that the next one finds as many items as this one did.
    await outbox.discard(saved.order)
  }
  await database.close()
  bare.close()
  return { ours, floor }
}

/** Measure sending `waiting` items, compared with sending the same requests one after the other. */
export async function measureOutboxDrain({ waiting }: { waiting: number }): Promise<TimingPair> {
  // A short queue is sent several times, so that one delay of the machine does not determine the
  // result.
  const times = Math.max(1, Math.round(200 / waiting))
  let ours = 0
  let floor = 0
  for (let time = 0; time < times; time++) {
    // Half of the plain requests are sent before and half after, which cancels a drift during a
    // long queue.
    floor += await sendBare(waiting / 2)
    ours += await drainOnce(waiting)
    floor += await sendBare(waiting / 2)
  }
  return { ours, floor }
}

async function drainOnce(waiting: number): Promise<number> {
  const database = openOutboxDatabase(`drain-${Math.random()}`)
  await fill(database, waiting)
  const roots = { campus: '', management: '', provider: '' }
  await setSenderIdentity(database, {
    subject,
    token: 'token',
    language: 'zh-CN',
    roots,
    timeout: 30_000,
  })
  const begin = performance.now()
  const { sent } = await drainOutbox({ database, holder: 'bench', findForm: formFinder(forms) })
  const ms = performance.now() - begin
  if (sent !== waiting) throw new Error(`${sent} of ${waiting} were sent`)
  await database.close()
  return ms
}

async function sendBare(count: number): Promise<number> {
  const bodies = Array.from({ length: count }, (_, at) =>
    JSON.stringify(scan.add.input.encode(payloadFields(at))),
  )
  const begin = performance.now()
  for (const [at, body] of bodies.entries()) {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': 'zh-CN',
        Authorization: 'token',
        'Idempotency-Key': at.toString(16).padStart(32, '0'),
      },
      body,
      cache: 'no-store',
      redirect: 'manual',
    })
    const answer: unknown = await response.json()
    if (answer === null || response.status !== 200) throw new Error('not answered')
  }
  return performance.now() - begin
}

// The items are written through the product's schema in one transaction, because a thousand strict
// transactions would take as long as the round.
async function fill(database: OutboxDatabase, count: number): Promise<void> {
  const example = await anItem(database)
  await database.run({ mode: 'readwrite', stores: ['items'] }, async (transaction) => {
    const items = transaction.objectStore('items')
    for (let at = 0; at < count; at++) {
      const { order: _order, ...item } = {
        ...example,
        key: at.toString(16).padStart(32, '0'),
        payload: payloadFields(at),
      }
      // The store assigns a number to an item without one.
      void items.put(item as typeof example)
    }
  })
}

let example: Awaited<ReturnType<ReturnType<typeof createOutbox>['list']>>[number] | undefined
async function anItem(database: OutboxDatabase) {
  if (example === undefined) {
    const outbox = createOutbox({ database, findForm: formFinder(forms) })
    const saved = await outbox.add({ form: 'scan', subject, payload: payloadFields(0) })
    ;[example] = await outbox.list(subject)
    if (saved.type === 'saved') await outbox.discard(saved.order)
  }
  if (example === undefined) throw new Error('no item')
  return example
}

function openBare(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('the bare database does not open'))
  })
}

function putStrictly(
  database: IDBDatabase,
  { order: _order, ...record }: { order: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('items', 'readwrite', { durability: 'strict' })
    transaction.objectStore('items').put(record)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(new Error('the bare put was aborted'))
  })
}
