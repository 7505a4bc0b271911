import type { AnyForm } from '#contract/queued-form'
import { RESTORABLE_DAYS } from '#contract/restore-window'
import { type Transaction, ignoreRejection } from '../storage/outbox-database.ts'
import type { Receipt } from './outbox-records.ts'

/** So many receipts of a person are kept whatever their age. */
const MIN_RECEIPTS = 50
/** So many screens look at; the rest waits for a restoration. */
const MAX_SHOWN_RECEIPTS = 500
/** A round looks at so many of the oldest, so that it costs the same however many there are. */
const MAX_PRUNED_RECEIPTS = 100
const DAY_MS = 24 * 3_600_000

/** How far back a campus may be brought that says `days`, ms: never less than every campus. */
export const restoreWindowMs = (days = RESTORABLE_DAYS): number =>
  Math.max(days, RESTORABLE_DAYS) * DAY_MS

/** When the university has received it, ms: by its own clock where the phone was told. */
export const receiptTime = ({ receivedAt: told, deliveredAt }: Receipt): number =>
  told ?? deliveredAt

/** The receipts of a person that were written down last, oldest first. */
export async function findLatestReceipts(
  transaction: Transaction<'readonly'>,
  subject: string,
): Promise<Receipt[]> {
  const store = transaction.objectStore('receipts')
  const orders = await store.index('subject').getAllKeys(subject)
  const first = orders.at(-MAX_SHOWN_RECEIPTS) ?? orders[0]
  if (first === undefined) return []
  const found = await store.getAll(IDBKeyRange.lowerBound(first))
  return found.filter((one) => one.subject === subject)
}

/**
 * Forget receipts of a person that nothing can need any more. Whatever a restoration may take away
 * comes back from its receipt, so each is kept for as long as the campus may be brought back, however
 * many there are; only what newer words of the same form have replaced may go before. Ages are by
 * the university's clock: in a round that has not heard it (`heardAt`) nothing is called old.
 */
export async function pruneReceipts(
  transaction: Transaction<'readwrite'>,
  {
    subject,
    heardAt,
    restorableDays,
    forms,
  }: {
    readonly subject: string
    readonly heardAt: number | undefined
    readonly restorableDays?: number | undefined
    readonly forms: Readonly<Record<string, AnyForm>>
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
      forms[one.form]?.replaces === true &&
      known.some(({ form, order }) => form === one.form && order > one.order)
    const isOld =
      heardAt !== undefined && heardAt - receiptTime(one) > restoreWindowMs(restorableDays) + DAY_MS
    if (isReplaced || isOld) ignoreRejection(store.delete(one.order))
  }
}
