import { type AnyForm, upcast } from '#contract/form'
import type { Delivery } from './classify.ts'
import { type Database, type Transaction, unwaited } from './database.ts'
import type { Bearer, Item, Receipt } from './item.ts'
import { allFormsOf } from './outbox.ts'
import { dueAt, FIRST_WAIT_MS, LONGEST_WAIT_MS, pausesAfter, type Urge } from './schedule.ts'

/** How long a sender may be silent before another takes over, ms: longer than any one request (XC-22). */
export const LEASE_MS = 45_000
const RECEIPTS_KEPT = 50
/** So many answers in a row that make no sense, and the item asks for its person. */
const RIDDLES = 8
const PAGE = 16

/** The drain's side of the outbox. Every step is one transaction that first checks that this sender still holds the lease. */
export interface Ledger {
  /**
   * Begin a pass: who sends, and the lease; or until when another has it, ms. With `locked` this sender holds the lock
   * of all tabs, so whoever the lease names is dead or was robbed, and a page that was killed keeps nobody waiting.
   * What says "sending" was cut off, so it waits again under the same key, as after any try; parked items get another look.
   */
  readonly begin: (now: number, options: { locked: boolean; random: number }) => Promise<Beginning>
  /** Keep the lease; false when it is gone. */
  readonly renew: (now: number) => Promise<boolean>
  /** Write down what came of the last items and take the next ones, marked as being sent, in one transaction. */
  readonly advance: (step: {
    settled: readonly Settled[]
    now: number
    claim?: ClaimRules
  }) => Promise<Claim>
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
  readonly urge: Urge
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
    begin: (now, { locked, random }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'bearer', 'lease'] },
        async (transaction): Promise<Beginning> => {
          const store = transaction.objectStore('lease')
          const [bearer, lease] = await Promise.all([
            transaction.objectStore('bearer').get('bearer'),
            store.get('lease'),
          ])
          if (bearer === undefined) return { type: 'nobody' }
          // A lease that ends later than any lease could is a clock that jumped.
          const taken =
            lease !== undefined &&
            lease.holder !== holder &&
            lease.until > now &&
            lease.until <= now + LEASE_MS
          if (taken && !locked) return { type: 'wait', until: lease.until }
          unwaited(store.put({ holder, until: now + LEASE_MS }, 'lease'))
          // The lease tells when its sender was last alive.
          const at = lease === undefined ? now : Math.min(now, lease.until - LEASE_MS)
          await recover(transaction, bearer.subject, { at, random })
          return { type: 'go', bearer }
        },
      ),

    renew: (now) =>
      database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
        const mine = await isMine(transaction)
        if (mine)
          unwaited(transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease'))
        return mine
      }),

    advance: ({ settled, now, claim }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] },
        async (transaction, again): Promise<Claim> => {
          const items = transaction.objectStore('items')
          const [mine, ...current] = await Promise.all([
            isMine(transaction),
            ...settled.map(({ item }) => items.get(item.order)),
          ])
          if (!mine) return { type: 'lease-lost' }
          for (const [at, one] of settled.entries()) await settle(transaction, one, current[at])
          if (settled.some(({ delivery }) => delivery.type === 'delivered' && delivery.echoed))
            await rememberReceipts(transaction)
          unwaited(transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease'))
          return claim === undefined
            ? { type: 'nothing' }
            : take(transaction, { ...claim, now, again })
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
        const [mine, orders] = await Promise.all([
          isMine(transaction),
          store.index('subject').getAllKeys(subject),
        ])
        for (const order of orders.slice(0, -RECEIPTS_KEPT)) unwaited(store.delete(order))
        if (mine) unwaited(transaction.objectStore('lease').delete('lease'))
      }),
  }

  async function recover(
    transaction: Transaction<'readwrite'>,
    subject: string,
    cutOff: { at: number; random: number },
  ) {
    const items = transaction.objectStore('items')
    for (const item of await items.index('form').getAll(allFormsOf(subject))) {
      const form = forms[item.form]
      const known = form !== undefined && upcast(form, item).type === 'ok'
      if (!known && item.state !== 'parked') unwaited(items.put({ ...item, state: 'parked' }))
      else if (known && item.state === 'sending')
        unwaited(
          items.put({
            ...item,
            state: 'waiting',
            ...pausesAfter(item, { ...cutOff, heard: true }),
          }),
        )
      else if (known && (item.state === 'signed-out' || item.state === 'parked'))
        unwaited(items.put({ ...item, state: 'waiting' }))
    }
  }

  // Which of the forms that go before others are still here, whenever they were written (D-104).
  async function unsentOf(
    transaction: Transaction<'readwrite'>,
    subject: string,
  ): Promise<ReadonlySet<string>> {
    const byForm = transaction.objectStore('items').index('form')
    const found = await Promise.all(
      earlier.map(async (form) => ({ form, items: await byForm.getAll([subject, form]) })),
    )
    return new Set(found.filter(({ items }) => items.some(isUnderWay)).map(({ form }) => form))
  }

  async function take(
    transaction: Transaction<'readwrite'>,
    { subject, urge, passed, most, now, again }: ClaimRules & { now: number; again: boolean },
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
        // The disk has a claim of this round whose commit reported an error: nobody has sent these yet.
        if (
          again &&
          item.state === 'sending' &&
          item.subject === subject &&
          !passed.has(item.order)
        )
          taken.push(item)
        if (item.subject !== subject || !isUnderWay(item)) continue
        const due = dueAt(item, 'schedule', now)
        const turn = queue.isTurnOf(item) && !(await isHeld(transaction, item))
        if (turn && !passed.has(item.order) && dueAt(item, urge, now) <= now) {
          // What goes before its time goes because the campus is believed to be there.
          const heard = (item.heard ?? 0) + (due > now ? 1 : 0)
          const sending: Item = { ...item, state: 'sending', attempts: item.attempts + 1, heard }
          unwaited(items.put(sending))
          taken.push(sending)
        } else if (
          turn &&
          !passed.has(item.order) &&
          taken.length === 0 &&
          dueAt(item, urge, now) <= now + FIRST_WAIT_MS
        ) {
          // Its breath is nearly over: what was written later does not overtake it for that.
          return { type: 'wait', until: dueAt(item, urge, now) }
        } else if (turn)
          until = Math.min(until, passed.has(item.order) ? due : dueAt(item, urge, now))
        queue.pass(item)
        if (taken.length === most) break
      }
      const last = page.at(-1)
      if (taken.length === most || page.length < PAGE || last === undefined) break
      from = IDBKeyRange.lowerBound(last.order, true)
    }
    if (taken.length > 0) return { type: 'items', items: taken }
    return until === Infinity ? { type: 'nothing' } : { type: 'wait', until }
  }
}

/** Whose turn it is, going through the items from the oldest: first in, first out per form; scans are independent. */
function createQueue(forms: Readonly<Record<string, AnyForm>>, unsent: ReadonlySet<string>) {
  const formsAhead = new Set<string>()
  return {
    isTurnOf: ({ form }: Item) =>
      !formsAhead.has(form) && !(forms[form]?.after ?? []).some((earlier) => unsent.has(earlier)),
    pass: ({ form }: Item) => {
      if (forms[form]?.replaces !== false) formsAhead.add(form)
    },
  }
}

// What an item depends on has arrived when it is gone from here: waiting, refused or parked, it holds the item back.
const isHeld = async (transaction: Transaction<'readwrite'>, { dependsOn }: Item) =>
  dependsOn !== undefined && (await transaction.objectStore('items').count(dependsOn)) > 0

async function settle(
  transaction: Transaction<'readwrite'>,
  { item, delivery, at, random }: Settled,
  current: Item | undefined,
) {
  const items = transaction.objectStore('items')
  // Gone, or sent meanwhile by whoever took the lease over: their word counts.
  if (current === undefined || current.key !== item.key || current.state !== 'sending') return
  const { lastProblem: _before, notBefore: _asked, puzzled = 0, ...rest } = current
  switch (delivery.type) {
    case 'delivered':
      unwaited(items.delete(item.order))
      unwaited(transaction.objectStore('receipts').put(receiptOf(item, delivery, at)))
      await inherit(transaction, item, delivery.etag)
      return
    case 'later': {
      const riddles = delivery.puzzling === true ? puzzled + 1 : 0
      await items.put({
        ...rest,
        ...pausesAfter(rest, { at, random, heard: delivery.heard }),
        ...(delivery.after !== undefined && {
          notBefore: at + Math.min(delivery.after, LONGEST_WAIT_MS),
        }),
        ...(delivery.problem !== undefined && { lastProblem: delivery.problem }),
        ...(riddles < RIDDLES
          ? { state: 'later', puzzled: riddles }
          : {
              state: 'needs-you',
              lastProblem: { message: delivery.problem?.message ?? '', unclear: true },
            }),
      })
      return
    }
    case 'untouched':
      await items.put({ ...current, state: 'waiting', attempts: current.attempts - 1 })
      return
    case 'signed-out':
    case 'parked':
      await items.put({ ...rest, state: delivery.type, triedAt: at })
      return
    case 'conflict':
    case 'needs-you':
      await items.put({ ...rest, state: delivery.type, lastProblem: delivery.problem })
      return
  }
}

const isUnderWay = ({ state }: Item) => state === 'waiting' || state === 'later'

const receiptOf = (
  item: Item,
  delivery: Delivery & { type: 'delivered' },
  now: number,
): Receipt => ({
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
async function inherit(
  transaction: Transaction<'readwrite'>,
  item: Item,
  etag: string | undefined,
) {
  if (etag === undefined || item.baseVersion === undefined) return
  const items = transaction.objectStore('items')
  for (const other of await items.index('form').getAll([item.subject, item.form])) {
    if (other.order > item.order && other.baseVersion === item.baseVersion)
      await items.put({ ...other, baseVersion: etag })
  }
}

async function rememberReceipts(transaction: Transaction<'readwrite'>) {
  const store = transaction.objectStore('bearer')
  const bearer = await store.get('bearer')
  if (bearer !== undefined && bearer.sendsReceipts !== true)
    await store.put({ ...bearer, sendsReceipts: true }, 'bearer')
}
