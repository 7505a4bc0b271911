import { type AnyForm, upcastPayload } from '#contract/queued-form'
import type { SenderIdentity, OutboxItem } from '../outbox/outbox-records.ts'
import { pruneReceipts } from '../outbox/receipts.ts'
import {
  allFormsRange,
  requestBoth,
  type OutboxDatabase,
  type Transaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { type Claim, type ClaimRules, createItemClaimer } from './claim.ts'
import { isLeaseActive, isLeaseHolder, LEASE_MS, writeLease } from './lease.ts'
import { recordOutcomes, type ItemOutcome } from './record-outcomes.ts'
import { pausesAfter } from './schedule.ts'

/**
 * What a round reads and writes in the database. Each step is one transaction, and it does nothing
 * unless this sender still holds the lease.
 */
export interface Ledger {
  /**
   * Take the lease and learn who sends; or until when another sender has it, ms. With `locked` the
   * lease of another sender does not count: who has the lock knows that the other one is dead or
   * was robbed. Items that were being sent wait again, and parked ones that this version knows.
   */
  readonly begin: (
    now: number,
    options: { locked: boolean; random: number },
  ) => Promise<BeginResult>
  /** Keep the lease; false when it is gone. */
  readonly renew: (now: number) => Promise<boolean>
  /**
   * Write down what came of the last items and take the next ones, marked as being sent, in one
   * transaction.
   */
  readonly advance: (step: {
    concluded: readonly ItemOutcome[]
    now: number
    claim?: ClaimRules
  }) => Promise<Claim | { readonly type: 'lease-lost' }>
  /** This token is dead; nothing is sent until the identity comes back with another. */
  readonly dropToken: (token: string) => Promise<void>
  /**
   * End a round: give the lease back, forget receipts that nothing can need any more. `heardAt`: the
   * university's clock, if this round has heard it, ms.
   */
  readonly finish: (
    bearer: Pick<SenderIdentity, 'subject' | 'restorableDays'>,
    heardAt?: number,
  ) => Promise<void>
}

/** How a round begins. */
export type BeginResult =
  | { readonly type: 'go'; readonly bearer: SenderIdentity }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nobody' }

/** The ledger of one sender over the outbox's database. */
export function createLedger({
  database,
  holder,
  forms,
}: {
  database: OutboxDatabase
  holder: string
  forms: Readonly<Record<string, AnyForm>>
}): Ledger {
  const take = createItemClaimer(forms)

  return {
    begin: (now, { locked, random }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] },
        async (transaction): Promise<BeginResult> => {
          const [bearer, lease] = await requestBoth(
            () => transaction.objectStore('bearer').get('bearer'),
            () => transaction.objectStore('lease').get('lease'),
          )
          if (bearer === undefined) return { type: 'nobody' }
          if (isLeaseActive(lease, now) && lease.holder !== holder && !locked)
            return { type: 'wait', until: lease.until }
          writeLease(transaction, holder, now)
          // The lease tells when its sender was last alive.
          const at = lease === undefined ? now : Math.min(now, lease.until - LEASE_MS)
          await recoverItems(transaction, { subject: bearer.subject, forms, at, random })
          return { type: 'go', bearer }
        },
      ),

    renew: (now) =>
      database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
        const mine = await isLeaseHolder(transaction, holder)
        if (mine) writeLease(transaction, holder, now)
        return mine
      }),

    advance: ({ concluded, now, claim }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] },
        async (transaction, again) => {
          if (!(await isLeaseHolder(transaction, holder))) return { type: 'lease-lost' }
          await recordOutcomes(transaction, concluded)
          writeLease(transaction, holder, now)
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

    finish: ({ subject, restorableDays }, heardAt) =>
      database.run({ mode: 'readwrite', stores: ['receipts', 'lease'] }, async (transaction) => {
        const mine = await isLeaseHolder(transaction, holder)
        await pruneReceipts(transaction, { subject, heardAt, restorableDays, forms })
        if (mine) ignoreRejection(transaction.objectStore('lease').delete('lease'))
      }),
  }
}

/**
 * Put right what an earlier round or another version of the app has left. `at`: when the earlier
 * sender was last alive.
 */
async function recoverItems(
  transaction: Transaction<'readwrite'>,
  {
    subject,
    forms,
    at,
    random,
  }: {
    subject: string
    forms: Readonly<Record<string, AnyForm>>
    at: number
    random: number
  },
) {
  const items = transaction.objectStore('items')
  for (const item of await items.index('form').getAll(allFormsRange(subject))) {
    const form = forms[item.form]
    const isKnown = form !== undefined && upcastPayload(form, item).type === 'ok'
    if (!isKnown && item.state !== 'parked')
      ignoreRejection(items.put({ ...item, state: 'parked' }))
    else if (isKnown && item.state === 'sending') {
      const pauses = pausesAfter(item, { at, random, heard: true })
      ignoreRejection(items.put({ ...item, state: 'waiting', ...pauses }))
    } else if (isKnown && item.state === 'parked' && (await isOvertaken(transaction, item, form)))
      ignoreRejection(items.put({ ...item, state: 'conflict', lastProblem: { message: '' } }))
    else if (isKnown && (item.state === 'signed-out' || item.state === 'parked'))
      ignoreRejection(items.put({ ...item, state: 'waiting' }))
  }
}

/**
 * While it was parked another version has sent newer words of the same form, which these must not
 * undo: their person decides.
 */
async function isOvertaken(
  transaction: Transaction<'readwrite'>,
  { subject, form: name, order }: OutboxItem,
  form: AnyForm,
): Promise<boolean> {
  if (!form.replaces) return false
  const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
  return receipts.some((one) => one.form === name && one.order > order)
}
