import { deleteUnusedAttachments, isOfForm } from '../outbox/attachments.ts'
import type { OutboxItem, DeliveryReceipt, UploadProgress } from '../outbox/outbox-records.ts'
import { type OutboxTransaction, ignoreRejection } from '../storage/outbox-database.ts'
import type { DeliveryResult } from './classify-outcome.ts'
import { MAX_RETRY_DELAY_MS, createRetryPauses } from './schedule.ts'

/** After this many unreadable responses in a row the item needs the student's decision. */
const MAX_UNREADABLE_ANSWERS = 8

/**
 * The outcome of an item. 'untouched': the item was claimed but not sent, because the round ended
 * before its turn.
 */
export interface ItemOutcome {
  readonly item: OutboxItem
  readonly delivery: DeliveryResult | { readonly type: 'untouched' }
  /** When the outcome was known, ms since the epoch. */
  readonly at: number
  /** In [0, 1); the jitter of the next pause. */
  readonly random: number
}

/**
 * Stores the outcomes of items. An item that was changed since it was claimed is left unchanged.
 */
export async function recordOutcomes(
  transaction: OutboxTransaction<'readwrite'>,
  concluded: readonly ItemOutcome[],
): Promise<void> {
  const items = transaction.objectStore('items')
  const current = await Promise.all(concluded.map(async ({ item }) => items.get(item.order)))
  for (const [at, one] of concluded.entries()) await recordOutcome(transaction, one, current[at])
  if (concluded.some(({ delivery }) => delivery.type === 'delivered' && delivery.echoed))
    await recordReceiptSupport(transaction)
}

async function recordOutcome(
  transaction: OutboxTransaction<'readwrite'>,
  { item, delivery, at, random }: ItemOutcome,
  current: OutboxItem | undefined,
) {
  const items = transaction.objectStore('items')
  // The item was removed, or another sender took over the lease and is sending the item: then that
  // sender stores the outcome.
  if (current === undefined || current.key !== item.key || current.state !== 'sending') return
  const { lastProblem: _before, notBefore: _asked, puzzled = 0, ...rest } = current
  switch (delivery.type) {
    case 'delivered':
      ignoreRejection(items.delete(item.order))
      ignoreRejection(
        transaction.objectStore('receipts').put(createOutboxReceipt(item, delivery, at)),
      )
      await advanceBaseVersions(transaction, item, delivery.etag)
      if (item.upload !== undefined || current.upload !== undefined)
        await deleteUnusedAttachments(transaction, isOfForm(item))
      return
    case 'later': {
      // The pauses begin anew after an attempt that has brought files on their way.
      const attempts = delivery.hasProgressed === true ? 1 : rest.attempts
      const unreadable = delivery.isUnreadable === true ? puzzled + 1 : 0
      await items.put({
        ...rest,
        attempts,
        ...createRetryPauses(
          { attempts, heard: Math.min(attempts, rest.heard ?? 0) },
          { at, random, campusResponded: delivery.campusResponded },
        ),
        ...(delivery.after !== undefined && {
          notBefore: at + Math.min(delivery.after, MAX_RETRY_DELAY_MS),
        }),
        ...(delivery.problem !== undefined && { lastProblem: delivery.problem }),
        ...(unreadable < MAX_UNREADABLE_ANSWERS
          ? { state: 'later', puzzled: unreadable }
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

/** Stores the progress of the upload of an item that is being sent. */
export async function recordUpload(
  transaction: OutboxTransaction<'readwrite'>,
  { item, sent, total }: UploadProgress & { readonly item: OutboxItem },
): Promise<void> {
  const items = transaction.objectStore('items')
  const current = await items.get(item.order)
  if (current?.key === item.key && current.state === 'sending')
    await items.put({ ...current, upload: { sent, total } })
}

/** The receipt of a delivered item, which stays on the phone. `now`: ms since the epoch. */
export const createOutboxReceipt = (
  item: OutboxItem,
  delivery: DeliveryResult & { type: 'delivered' },
  now: number,
): DeliveryReceipt => ({
  order: item.order,
  key: item.key,
  subject: item.subject,
  form: item.form,
  schemaVersion: item.schemaVersion,
  payload: item.payload,
  capturedAt: item.capturedAt,
  deliveredAt: now,
  ...(delivery.at !== undefined && { receivedAt: delivery.at }),
  ...(item.dependsOn !== undefined && { dependsOn: item.dependsOn }),
  ...(item.baseVersion !== undefined && { baseVersion: item.baseVersion }),
  ...(delivery.etag !== undefined && { version: delivery.etag }),
  ...(delivery.epoch !== undefined && { epoch: delivery.epoch }),
  ...(delivery.receipt !== undefined && { receipt: delivery.receipt }),
  ...(delivery.message !== undefined && { message: delivery.message }),
})

/**
 * Sets the base version of later items of the same form to the delivered version. The student wrote
 * those items after the delivered payload, so they must not conflict with it.
 */
async function advanceBaseVersions(
  transaction: OutboxTransaction<'readwrite'>,
  item: OutboxItem,
  etag: string | undefined,
) {
  if (etag === undefined || item.baseVersion === undefined) return
  const items = transaction.objectStore('items')
  for (const other of await items.index('form').getAll([item.subject, item.form])) {
    if (other.order > item.order && other.baseVersion === item.baseVersion)
      await items.put({ ...other, baseVersion: etag })
  }
}

async function recordReceiptSupport(transaction: OutboxTransaction<'readwrite'>) {
  const store = transaction.objectStore('bearer')
  const bearer = await store.get('bearer')
  if (bearer !== undefined && bearer.sendsReceipts !== true)
    await store.put({ ...bearer, sendsReceipts: true }, 'bearer')
}
