import type { AnyForm } from '#contract/form'
import { backoff, type Delivery, LONGEST_WAIT_MS } from './classify.ts'
import type { Database, Transaction } from './database.ts'
import type { Bearer, Item, Receipt } from './item.ts'
import { allFormsOf } from './outbox.ts'

/** How long a sender may be silent before another takes over, ms: longer than any one request (XC-22). */
export const LEASE_MS = 45_000
const RECEIPTS_KEPT = 50
const PAGE = 16

/** The drain's side of the outbox. Every step is one transaction that first checks that this sender still holds the lease. */
export interface Ledger {
  /**
   * Begin a pass: who sends, and the lease; or until when another has it, ms. With `locked` this sender holds the lock
   * of all tabs, so whoever the lease names is dead or was robbed, and a page that was killed keeps nobody waiting.
   * What says "sending" was cut off, so it waits again under the same key; parked items get another look.
   */
  readonly begin: (now: number, options: { locked: boolean }) => Promise<Beginning>
  /** Keep the lease; false when it is gone. */
  readonly renew: (now: number) => Promise<boolean>
  /** Write down what came of the last items and take the next ones, marked as being sent, in one transaction. */
  readonly advance: (step: { settled: readonly Settled[]; now: number; claim?: ClaimRules }) => Promise<Claim>
  /** This token is dead; nothing is sent until the identity comes back with another. */
  readonly dropToken: (token: string) => Promise<void>
  /** End a pass: give the lease back, keep only the latest receipts. */
  readonly finish: (subject: string) => Promise<void>
}

/** How a pass begins. */
export type Beginning =
  | { readonly type: 'go'; readonly bearer: Bearer }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nobody' }

/** What came of an item. 'untouched': it was taken but not sent, since the pass ended before its turn. */
export interface Settled {
  readonly item: Item
  readonly delivery: Delivery | { readonly type: 'untouched' }
  /** When, ms. */
  readonly at: number
  /** In [0, 1), for the jitter. */
  readonly random: number
}

/** Which items may be taken. */
export interface ClaimRules {
  readonly subject: string
  /** Ignore our own pauses. */
  readonly force: boolean
  /** Items that had their turn in this pass. */
  readonly passed: ReadonlySet<number>
  readonly most: number
}

/** What the ledger has to send: the oldest items that may go now; or when the next one may; or nothing. */
export type Claim =
  | { readonly type: 'items'; readonly items: readonly Item[] }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nothing' }
  | { readonly type: 'lease-lost' }

/** The ledger of one sender over the outbox's database. */
export function createLedger({
  database,
  holder,
  forms,
}: {
  database: Database
  holder: string
  forms: Readonly<Record<string, AnyForm>>
}): Ledger {
  const isMine = async (transaction: Transaction<'readwrite'>) =>
    (await transaction.objectStore('lease').get('lease'))?.holder === holder
  // Orders only grow, and reading over many deleted records is slow: start at the first that was alive.
  let oldest: number | undefined
  const earlier = [...new Set(Object.values(forms).flatMap(({ after }) => after))]

  return {
    begin: (now, { locked }) =>
      database.run({ mode: 'readwrite', stores: ['items', 'bearer', 'lease'] }, async (transaction): Promise<Beginning> => {
        const store = transaction.objectStore('lease')
        const [bearer, lease] = await Promise.all([transaction.objectStore('bearer').get('bearer'), store.get('lease')])
        if (bearer === undefined) return { type: 'nobody' }
        // A lease that ends later than any lease could is a clock that jumped.
        const taken = lease !== undefined && lease.holder !== holder && lease.until > now && lease.until <= now + LEASE_MS
        if (taken && !locked) return { type: 'wait', until: lease.until }
        void store.put({ holder, until: now + LEASE_MS }, 'lease')
        await recover(transaction, bearer.subject)
        return { type: 'go', bearer }
      }),

    renew: (now) =>
      database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
        const mine = await isMine(transaction)
        if (mine) void transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease')
        return mine
      }),

    advance: ({ settled, now, claim }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] },
        async (transaction): Promise<Claim> => {
          const items = transaction.objectStore('items')
          const [mine, ...current] = await Promise.all([isMine(transaction), ...settled.map(({ item }) => items.get(item.order))])
          if (!mine) return { type: 'lease-lost' }
          for (const [at, one] of settled.entries()) await settle(transaction, one, current[at])
          if (settled.some(({ delivery }) => delivery.type === 'delivered' && delivery.echoed))
            await rememberReceipts(transaction)
          return claim === undefined ? { type: 'nothing' } : take(transaction, now, claim)
        },
      ),

    dropToken: (token) =>
      database.run({ mode: 'readwrite', stores: ['bearer'] }, async (transaction) => {
        const store = transaction.objectStore('bearer')
        if ((await store.get('bearer'))?.token === token) await store.delete('bearer')
      }),

    finish: (subject) =>
      database.run({ mode: 'readwrite', stores: ['receipts', 'lease'] }, async (transaction) => {
        const store = transaction.objectStore('receipts')
        const [mine, orders] = await Promise.all([isMine(transaction), store.index('subject').getAllKeys(subject)])
        for (const order of orders.slice(0, -RECEIPTS_KEPT)) void store.delete(order)
        if (mine) void transaction.objectStore('lease').delete('lease')
      }),
  }

  async function recover(transaction: Transaction<'readwrite'>, subject: string): Promise<void> {
    const items = transaction.objectStore('items')
    for (const item of await items.index('form').getAll(allFormsOf(subject))) {
      const known = (forms[item.form]?.schemaVersion ?? -1) >= item.schemaVersion
      const again = item.state === 'sending' || item.state === 'signed-out' || (item.state === 'parked' && known)
      if (!known && item.state !== 'parked') void items.put({ ...item, state: 'parked' })
      else if (again) void items.put({ ...item, state: 'waiting' })
    }
  }

  // Which of the forms that go before others are still here, whenever they were written (D-104).
  async function unsentOf(transaction: Transaction<'readwrite'>, subject: string): Promise<ReadonlySet<string>> {
    const byForm = transaction.objectStore('items').index('form')
    const found = await Promise.all(earlier.map(async (form) => ({ form, items: await byForm.getAll([subject, form]) })))
    return new Set(found.filter(({ items }) => items.some(isUnderWay)).map(({ form }) => form))
  }

  async function take(
    transaction: Transaction<'readwrite'>,
    now: number,
    { subject, force, passed, most }: ClaimRules,
  ): Promise<Claim> {
    const items = transaction.objectStore('items')
    const queue = createQueue(forms, await unsentOf(transaction, subject))
    const taken: Item[] = []
    let until = Infinity
    let from = oldest === undefined ? undefined : IDBKeyRange.lowerBound(oldest)
    oldest = undefined
    for (;;) {
      const page = await items.getAll(from, PAGE)
      oldest ??= page[0]?.order
      for (const item of page) {
        if (item.subject !== subject || !isUnderWay(item)) continue
        const asked = sane(item.notBefore ?? 0, now)
        const due = Math.max(sane(item.nextAttemptAt, now), asked)
        const turn = queue.isTurnOf(item) && !(await isHeld(transaction, item))
        if (turn && !passed.has(item.order) && (force ? asked : due) <= now) {
          const sending: Item = { ...item, state: 'sending', attempts: item.attempts + 1 }
          void items.put(sending)
          taken.push(sending)
        } else if (turn) until = Math.min(until, due)
        queue.pass(item)
        if (taken.length === most) break
      }
      const last = page.at(-1)
      if (taken.length === most || page.length < PAGE || last === undefined) break
      from = IDBKeyRange.lowerBound(last.order, true)
    }
    if (taken.length > 0) {
      void transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease')
      return { type: 'items', items: taken }
    }
    return until === Infinity ? { type: 'nothing' } : { type: 'wait', until }
  }
}

/** Whose turn it is, going through the items from the oldest: first in, first out per form; scans are independent. */
function createQueue(forms: Readonly<Record<string, AnyForm>>, unsent: ReadonlySet<string>) {
  const formsAhead = new Set<string>()
  return {
    isTurnOf: ({ form }: Item) => !formsAhead.has(form) && !(forms[form]?.after ?? []).some((earlier) => unsent.has(earlier)),
    pass: ({ form }: Item) => {
      if (forms[form]?.replaces !== false) formsAhead.add(form)
    },
  }
}

// What an item depends on has arrived when it is gone from here: waiting, refused or parked, it holds the item back.
const isHeld = async (transaction: Transaction<'readwrite'>, { dependsOn }: Item) =>
  dependsOn !== undefined && (await transaction.objectStore('items').count(dependsOn)) > 0

async function settle(transaction: Transaction<'readwrite'>, { item, delivery, at, random }: Settled, current: Item | undefined) {
  const items = transaction.objectStore('items')
  // Gone, or sent meanwhile by whoever took the lease over: their word counts.
  if (current === undefined || current.key !== item.key || current.state !== 'sending') return
  const { lastProblem: _before, notBefore: _asked, ...rest } = current
  switch (delivery.type) {
    case 'delivered':
      void items.delete(item.order)
      void transaction.objectStore('receipts').put(receiptOf(item, delivery, at))
      await inherit(transaction, item, delivery.etag)
      return
    case 'later':
      await items.put({
        ...rest,
        state: 'later',
        nextAttemptAt: at + backoff(item.attempts, random),
        ...(delivery.after !== undefined && { notBefore: at + Math.min(delivery.after, LONGEST_WAIT_MS) }),
        ...(delivery.problem !== undefined && { lastProblem: delivery.problem }),
      })
      return
    case 'untouched':
      await items.put({ ...current, state: 'waiting', attempts: current.attempts - 1 })
      return
    case 'signed-out':
      await items.put({ ...rest, state: 'signed-out' })
      return
    case 'conflict':
    case 'needs-you':
      await items.put({ ...rest, state: delivery.type, lastProblem: delivery.problem })
      return
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
  ...(delivery.message !== undefined && { message: delivery.message }),
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
