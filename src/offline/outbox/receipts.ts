import type { FindQueuedForm } from '#contract/queued-form'
import { RESTORABLE_DAYS } from '#contract/restore-window'
import { type OutboxTransaction, ignoreRejection } from '../storage/outbox-database.ts'
import type { DeliveryReceipt } from './outbox-records.ts'

/** The number of receipts of a subject that are kept whatever their age. */
const MIN_RECEIPTS = 50
/**
 * The number of receipts that screens show. Older receipts are kept only in case the campus
 * restores its database.
 */
const MAX_SHOWN_RECEIPTS = 500
/**
 * The number of receipts, from the oldest, that one round examines; the cost of a round then does
 * not depend on how many receipts there are.
 */
const MAX_PRUNED_RECEIPTS = 100
const DAY_MS = 24 * 3_600_000

/**
 * How far back a campus whose settings say `days` is allowed to set its database, ms; never less
 * than `RESTORABLE_DAYS`.
 */
export const restoreWindowMs = (days = RESTORABLE_DAYS): number =>
  Math.max(days, RESTORABLE_DAYS) * DAY_MS

/**
 * When the university received the submission, ms since the epoch: by the university's clock, or by
 * the phone's clock if the response had no `Date`.
 */
export const receiptTime = ({ receivedAt: told, deliveredAt }: DeliveryReceipt): number =>
  told ?? deliveredAt

/** The newest receipts of a subject, at most 500, oldest first. */
export async function findLatestReceipts(
  transaction: OutboxTransaction<'readonly'>,
  subject: string,
): Promise<DeliveryReceipt[]> {
  const store = transaction.objectStore('receipts')
  const orders = await store.index('subject').getAllKeys(subject)
  const first = orders.at(-MAX_SHOWN_RECEIPTS) ?? orders[0]
  if (first === undefined) return []
  const found = await store.getAll(IDBKeyRange.lowerBound(first))
  return found.filter((one) => one.subject === subject)
}

/**
 * Deletes receipts of a subject that are no longer needed.
 *
 * The phone sends what a restore has lost again from its receipts, so a receipt is kept for as long
 * as the campus is allowed to set its database back, however many receipts there are. A receipt is
 * deleted earlier only if its form has a newer receipt. Ages are measured by the university's
 * clock. In a round that has not read that clock (`heardAt` is undefined) no receipt counts as old.
 */
export async function pruneReceipts(
  transaction: OutboxTransaction<'readwrite'>,
  {
    subject,
    heardAt,
    restorableDays,
    findForm,
  }: {
    readonly subject: string
    readonly heardAt: number | undefined
    readonly restorableDays?: number | undefined
    readonly findForm: FindQueuedForm
  },
): Promise<void> {
  const store = transaction.objectStore('receipts')
  const orders = await store.index('subject').getAllKeys(subject)
  const latest = orders.at(-MIN_RECEIPTS)
  if (orders.length <= MIN_RECEIPTS || latest === undefined) return
  const oldest = await store
    .index('subject')
    .getAll(subject, Math.min(MAX_PRUNED_RECEIPTS, orders.length - MIN_RECEIPTS))
  const newest = await store.getAll(IDBKeyRange.lowerBound(latest))
  const known = [...oldest, ...newest.filter((one) => one.subject === subject)]
  for (const one of oldest) {
    const isReplaced =
      findForm(one.form)?.replaces === true &&
      known.some(({ form, order }) => form === one.form && order > one.order)
    const isOld =
      heardAt !== undefined && heardAt - receiptTime(one) > restoreWindowMs(restorableDays) + DAY_MS
    if (isReplaced || isOld) ignoreRejection(store.delete(one.order))
  }
}
