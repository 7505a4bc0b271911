import { type AnyForm, type FindQueuedForm, upcastPayload } from '#contract/queued-form'
import type { SenderIdentity, OutboxItem, UploadProgress } from '../outbox/outbox-records.ts'
import { pruneReceipts } from '../outbox/receipts.ts'
import {
  ATTACHMENT_STORES,
  createAllFormsKeyRange,
  awaitBothRequests,
  type OutboxDatabase,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { type ItemClaim, type ItemClaimRules, createItemClaimer } from './claim.ts'
import { isLeaseActive, isLeaseHolder, LEASE_MS, writeLease } from './lease.ts'
import { recordOutcomes, recordUpload, type ItemOutcome } from './record-outcomes.ts'
import { createRetryPauses } from './schedule.ts'

/**
 * The database operations of a sending round. Each operation is one transaction. After `begin`, an
 * operation changes nothing unless this sender still holds the lease. Two operations do not need
 * the lease: `dropToken`, and the pruning of receipts in `finish`.
 */
export interface OutboxLedger {
  /**
   * Takes the lease and reads the sender's identity. If another sender holds the lease, reports
   * until when instead (ms since the epoch).
   *
   * With `locked`, another sender's lease is ignored: this sender holds the Web Lock, so the other
   * sender has stopped or has lost the lock. Items left in `sending` become `waiting`, and so do
   * parked items whose form this version of the app knows.
   */
  readonly begin: (
    now: number,
    options: { locked: boolean; random: number },
  ) => Promise<BeginDeliveryResult>
  /**
   * Renews the lease, and stores the progress of an item's upload. Resolves to false if another
   * sender holds the lease.
   */
  readonly renew: (
    now: number,
    upload?: UploadProgress & { readonly item: OutboxItem },
  ) => Promise<boolean>
  /**
   * In one transaction, stores the outcomes of the last items and claims the next items, which are
   * marked as `sending`.
   */
  readonly advance: (step: {
    concluded: readonly ItemOutcome[]
    now: number
    claim?: ItemClaimRules
  }) => Promise<ItemClaim | { readonly type: 'lease-lost' }>
  /** Removes a rejected token. Nothing is sent until an identity with another token is stored. */
  readonly dropToken: (token: string) => Promise<void>
  /**
   * Ends a round: releases the lease and deletes receipts that are no longer needed. `heardAt`: the
   * newest time of the university's clock that the round has read, ms since the epoch.
   */
  readonly finish: (
    bearer: Pick<SenderIdentity, 'subject' | 'restorableDays'>,
    heardAt?: number,
  ) => Promise<void>
}

/**
 * The result of `begin`. 'go': the sender's identity; 'wait': the time until which another sender
 * holds the lease, ms since the epoch; 'nobody': no identity is stored.
 */
export type BeginDeliveryResult =
  | { readonly type: 'go'; readonly bearer: SenderIdentity }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nobody' }

/** Creates the ledger of one sender. */
export function createOutboxLedger({
  database,
  holder,
  findForm,
}: {
  database: OutboxDatabase
  holder: string
  findForm: FindQueuedForm
}): OutboxLedger {
  const take = createItemClaimer(findForm)

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
          // The lease was last written when its sender was last alive.
          const at = lease === undefined ? now : Math.min(now, lease.until - LEASE_MS)
          await recoverItems(transaction, { subject: bearer.subject, findForm, at, random })
          return { type: 'go', bearer }
        },
      ),

    renew: (now, upload) =>
      database.run(
        { mode: 'readwrite', stores: upload === undefined ? ['lease'] : ['lease', 'items'] },
        async (transaction) => {
          if (!(await isLeaseHolder(transaction, holder))) return false
          writeLease(transaction, holder, now)
          if (upload !== undefined) await recordUpload(transaction, upload)
          return true
        },
      ),

    advance: ({ concluded, now, claim }) =>
      database.run(
        {
          mode: 'readwrite',
          stores: [
            ...(['items', 'receipts', 'bearer', 'lease'] as const),
            ...(concluded.some(({ item }) => findForm(item.form)?.readAttachments !== undefined)
              ? (['drafts', ...ATTACHMENT_STORES] as const)
              : []),
          ],
        },
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
        await pruneReceipts(transaction, { subject, heardAt, restorableDays, findForm })
        if (mine) ignoreRejection(transaction.objectStore('lease').delete('lease'))
      }),
  }
}

/**
 * Repairs the items that an earlier round or another version of the app left unfinished. `at`: when
 * the earlier sender was last alive, ms since the epoch.
 */
async function recoverItems(
  transaction: OutboxTransaction<'readwrite'>,
  {
    subject,
    findForm,
    at,
    random,
  }: {
    subject: string
    findForm: FindQueuedForm
    at: number
    random: number
  },
) {
  const items = transaction.objectStore('items')
  for (const item of await items.index('form').getAll(createAllFormsKeyRange(subject))) {
    const form = findForm(item.form)
    const isKnown = form !== undefined && upcastPayload(form, item).type === 'ok'
    if (!isKnown && item.state !== 'parked')
      ignoreRejection(items.put({ ...item, state: 'parked' }))
    else if (isKnown && item.state === 'sending') {
      const pauses = createRetryPauses(item, { at, random, campusResponded: true })
      ignoreRejection(items.put({ ...item, state: 'waiting', ...pauses }))
    } else if (isKnown && item.state === 'parked' && (await isOvertaken(transaction, item, form)))
      ignoreRejection(items.put({ ...item, state: 'conflict', lastProblem: { message: '' } }))
    else if (isKnown && (item.state === 'signed-out' || item.state === 'parked'))
      ignoreRejection(items.put({ ...item, state: 'waiting' }))
  }
}

/**
 * Whether another version of the app has delivered a newer payload of the same form while this item
 * was parked. Sending this item would undo the newer payload, so the student decides.
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
