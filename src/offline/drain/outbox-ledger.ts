import { type AnyForm, upcastPayload } from '#contract/queued-form'
import type { SenderIdentity, OutboxItem } from '../outbox/outbox-records.ts'
import { pruneReceipts } from '../outbox/receipts.ts'
import {
  createAllFormsKeyRange,
  awaitBothRequests,
  type OutboxDatabase,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { type ItemClaim, type ItemClaimRules, createItemClaimer } from './claim.ts'
import { isLeaseActive, isLeaseHolder, LEASE_MS, writeLease } from './lease.ts'
import { recordOutcomes, type ItemOutcome } from './record-outcomes.ts'
import { createRetryPauses } from './schedule.ts'

/**
 * The database operations of a round. Each step is one transaction. After `begin`, a step changes
 * nothing unless this sender still holds the lease; `dropToken` and the pruning of receipts do not
 * need it.
 */
export interface OutboxLedger {
  /**
   * Takes the lease and reads the sender's identity, or reports until when another sender holds the
   * lease (ms since the epoch). With `locked`, another sender's lease is ignored: this sender holds
   * the Web Lock, so the other one has stopped or has lost it. Items left in `sending` become
   * `waiting`, and so do parked items whose form this version knows.
   */
  readonly begin: (
    now: number,
    options: { locked: boolean; random: number },
  ) => Promise<BeginDeliveryResult>
  /** Renews the lease; resolves to false if another sender has it. */
  readonly renew: (now: number) => Promise<boolean>
  /**
   * Stores the outcomes of the last items and claims the next ones, marked as `sending`, in one
   * transaction.
   */
  readonly advance: (step: {
    concluded: readonly ItemOutcome[]
    now: number
    claim?: ItemClaimRules
  }) => Promise<ItemClaim | { readonly type: 'lease-lost' }>
  /** Removes a rejected token; nothing is sent until an identity with another token is stored. */
  readonly dropToken: (token: string) => Promise<void>
  /**
   * Ends a round: releases the lease and deletes receipts that are no longer needed. `heardAt`: the
   * university's clock as this round has last read it, ms since the epoch.
   */
  readonly finish: (
    bearer: Pick<SenderIdentity, 'subject' | 'restorableDays'>,
    heardAt?: number,
  ) => Promise<void>
}

/**
 * The result of `begin`: the sender's identity, the time until which another sender holds the lease
 * (ms), or no identity is stored.
 */
export type BeginDeliveryResult =
  | { readonly type: 'go'; readonly bearer: SenderIdentity }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nobody' }

/** Creates the ledger of one sender. */
export function createOutboxLedger({
  database,
  holder,
  forms,
}: {
  database: OutboxDatabase
  holder: string
  forms: Readonly<Record<string, AnyForm>>
}): OutboxLedger {
  const take = createItemClaimer(forms)

  return {
    begin: (now, { locked, random }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'bearer', 'lease'] },
        async (transaction): Promise<BeginDeliveryResult> => {
          const [bearer, lease] = await awaitBothRequests(
            () => transaction.objectStore('bearer').get('bearer'),
            () => transaction.objectStore('lease').get('lease'),
          )
          if (bearer === undefined) return { type: 'nobody' }
          if (isLeaseActive(lease, now) && lease.holder !== holder && !locked)
            return { type: 'wait', until: lease.until }
          writeLease(transaction, holder, now)
          // The lease records when its sender was last alive.
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
 * Repairs what an earlier round or another version of the app left behind. `at`: when the earlier
 * sender was last alive, ms.
 */
async function recoverItems(
  transaction: OutboxTransaction<'readwrite'>,
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
  for (const item of await items.index('form').getAll(createAllFormsKeyRange(subject))) {
    const form = forms[item.form]
    const isKnown = form !== undefined && upcastPayload(form, item).type === 'ok'
    if (!isKnown && item.state !== 'parked')
      ignoreRejection(items.put({ ...item, state: 'parked' }))
    else if (isKnown && item.state === 'sending') {
      const pauses = createRetryPauses(item, { at, random, heard: true })
      ignoreRejection(items.put({ ...item, state: 'waiting', ...pauses }))
    } else if (isKnown && item.state === 'parked' && (await isOvertaken(transaction, item, form)))
      ignoreRejection(items.put({ ...item, state: 'conflict', lastProblem: { message: '' } }))
    else if (isKnown && (item.state === 'signed-out' || item.state === 'parked'))
      ignoreRejection(items.put({ ...item, state: 'waiting' }))
  }
}

/**
 * Whether another version of the app has delivered a newer payload of the same form while this item
 * was parked. Sending it would undo the newer payload, so the student decides.
 */
async function isOvertaken(
  transaction: OutboxTransaction<'readwrite'>,
  { subject, form: name, order }: OutboxItem,
  form: AnyForm,
): Promise<boolean> {
  if (!form.replaces) return false
  const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
  return receipts.some((one) => one.form === name && one.order > order)
}
