import type { AnyForm } from '#contract/form'
import { backoff, type Delivery, LONGEST_WAIT_MS } from './classify.ts'
import type { Database, Transaction } from './database.ts'
import type { Bearer, Item, Receipt } from './item.ts'
import { allFormsOf } from './outbox.ts'

/** How long a sender may be silent before another takes over, ms: longer than any one request (XC-22). */
export const LEASE_MS = 45_000
const RECEIPTS_KEPT = 50

/** The drain's side of the outbox. Every step is one transaction that first checks that this sender still holds the lease. */
export interface Ledger {
  /** Take or renew the lease; false while another holds it. */
  readonly lease: (now: number) => Promise<boolean>
  readonly release: () => Promise<void>
  readonly bearer: () => Promise<Bearer | undefined>
  /** Called under the lock: what says "sending" was cut off, so it waits again under the same key; parked items get another look. */
  readonly recover: (subject: string) => Promise<void>
  /** The oldest item that may go now, marked as being sent; or when the next one may; or nothing. */
  readonly claim: (subject: string, options: { now: number; force: boolean; passed: ReadonlySet<number> }) => Promise<Claim>
  /** This token is dead; nothing is sent until the identity comes back with another. */
  readonly dropToken: (token: string) => Promise<void>
  /** Write down what came of it. */
  readonly settle: (item: Item, delivery: Delivery, options: { now: number; random: number }) => Promise<void>
  /** Keep only the latest receipts. */
  readonly trim: (subject: string) => Promise<void>
}

/** What the ledger has to send. */
export type Claim =
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nothing' }
  | { readonly type: 'lease-lost' }

/** The ledger of one sender over the outbox's database. */
export function createLedger({ database, holder, forms }: { database: Database; holder: string; forms: Readonly<Record<string, AnyForm>> }): Ledger {
  const isMine = async (transaction: Transaction<'readwrite'>) =>
    (await transaction.objectStore('lease').get('lease'))?.holder === holder

  return {
    lease: (now) =>
      database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
        const store = transaction.objectStore('lease')
        const lease = await store.get('lease')
        // A lease that ends later than any lease could is a clock that jumped.
        const taken = lease !== undefined && lease.holder !== holder && lease.until > now && lease.until <= now + LEASE_MS
        if (!taken) await store.put({ holder, until: now + LEASE_MS }, 'lease')
        return !taken
      }),

    release: () =>
      database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
        if (await isMine(transaction)) await transaction.objectStore('lease').delete('lease')
      }),

    bearer: () => database.run({ mode: 'readonly', stores: ['bearer'] }, (transaction) => transaction.objectStore('bearer').get('bearer')),

    recover: (subject) =>
      database.run({ mode: 'readwrite', stores: ['items', 'lease'] }, async (transaction) => {
        if (!(await isMine(transaction))) return
        const items = transaction.objectStore('items')
        for (const item of await items.index('form').getAll(allFormsOf(subject))) {
          const known = (forms[item.form]?.schemaVersion ?? -1) >= item.schemaVersion
          const again = item.state === 'sending' || item.state === 'signed-out' || (item.state === 'parked' && known)
          if (!known && item.state !== 'parked') await items.put({ ...item, state: 'parked' })
          else if (again) await items.put({ ...item, state: 'waiting' })
        }
      }),

    claim: (subject, { now, force, passed }) =>
      database.run({ mode: 'readwrite', stores: ['items', 'lease'] }, async (transaction): Promise<Claim> => {
        if (!(await isMine(transaction))) return { type: 'lease-lost' }
        const items = transaction.objectStore('items')
        const blocked = new Set<string>()
        const underWay = new Set<number>()
        let until = Infinity
        // Store order is age. The cursor stops at the first that may go, so a thousand waiting ones cost no more than one.
        for await (const cursor of items) {
          const item = cursor.value
          if (item.subject !== subject || !isUnderWay(item)) continue
          const form = forms[item.form]
          const asked = sane(item.notBefore ?? 0, now)
          const due = Math.max(sane(item.nextAttemptAt, now), asked)
          const turn =
            !blocked.has(item.form) &&
            !(form?.after ?? []).some((earlier) => blocked.has(earlier)) &&
            (item.dependsOn === undefined || !underWay.has(item.dependsOn))
          if (turn && !passed.has(item.order) && (force ? asked : due) <= now) {
            const claimed: Item = { ...item, state: 'sending', attempts: item.attempts + 1 }
            await cursor.update(claimed)
            await transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease')
            return { type: 'item', item: claimed }
          }
          if (turn) until = Math.min(until, due)
          // First in, first out per form; scans are independent of one another.
          if (form?.replaces !== false) blocked.add(item.form)
          underWay.add(item.order)
        }
        return until === Infinity ? { type: 'nothing' } : { type: 'wait', until }
      }),

    settle: (item, delivery, { now, random }) =>
      database.run({ mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        const current = await items.get(item.order)
        // Gone, or sent meanwhile by whoever took the lease over: their word counts.
        if (current === undefined || current.key !== item.key || current.state !== 'sending') return
        if (!(await isMine(transaction))) return
        const { lastProblem: _before, notBefore: _asked, ...rest } = current
        switch (delivery.type) {
          case 'delivered': {
            void items.delete(item.order)
            void transaction.objectStore('receipts').put(receiptOf(item, delivery, now))
            await inherit(transaction, item, delivery.etag)
            if (delivery.echoed) await rememberReceipts(transaction)
            return
          }
          case 'later':
            await items.put({
              ...rest,
              state: 'later',
              nextAttemptAt: now + backoff(item.attempts, random),
              ...(delivery.after !== undefined && { notBefore: now + Math.min(delivery.after, LONGEST_WAIT_MS) }),
              ...(delivery.problem !== undefined && { lastProblem: delivery.problem }),
            })
            return
          case 'signed-out':
            await items.put({ ...rest, state: 'signed-out' })
            return
          case 'conflict':
          case 'needs-you':
            await items.put({ ...rest, state: delivery.type, lastProblem: delivery.problem })
            return
        }
      }),

    dropToken: (token) =>
      database.run({ mode: 'readwrite', stores: ['bearer'] }, async (transaction) => {
        const store = transaction.objectStore('bearer')
        if ((await store.get('bearer'))?.token === token) await store.delete('bearer')
      }),

    trim: (subject) =>
      database.run({ mode: 'readwrite', stores: ['receipts'] }, async (transaction) => {
        const store = transaction.objectStore('receipts')
        const orders = await store.index('subject').getAllKeys(subject)
        for (const order of orders.slice(0, -RECEIPTS_KEPT)) await store.delete(order)
      }),
  }
}

const isUnderWay = ({ state }: Item) => state === 'waiting' || state === 'later'

/** A time that lies further ahead than any pause we make is a clock that jumped back: now, then. */
const sane = (time: number, now: number) => (time > now + LONGEST_WAIT_MS ? 0 : time)

const receiptOf = (item: Item, delivery: Delivery & { type: 'delivered' }, now: number): Receipt => ({
  order: item.order,
  key: item.key,
  subject: item.subject,
  form: item.form,
  payload: item.payload,
  capturedAt: item.capturedAt,
  deliveredAt: now,
  ...(delivery.receipt !== undefined && { receipt: delivery.receipt }),
})

/** What was written on top of the delivered words continues from them, so it must not conflict with its own past. */
async function inherit(transaction: Transaction<'readwrite'>, item: Item, etag: string | undefined) {
  if (etag === undefined || item.baseVersion === undefined) return
  const items = transaction.objectStore('items')
  for (const other of await items.index('form').getAll([item.subject, item.form])) {
    if (other.order > item.order && other.baseVersion === item.baseVersion) await items.put({ ...other, baseVersion: etag })
  }
}

async function rememberReceipts(transaction: Transaction<'readwrite'>) {
  const store = transaction.objectStore('bearer')
  const bearer = await store.get('bearer')
  if (bearer !== undefined && bearer.sendsReceipts !== true) await store.put({ ...bearer, sendsReceipts: true }, 'bearer')
}
