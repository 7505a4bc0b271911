import {
  createAllFormsKeyRange,
  awaitBothRequests,
  type OutboxTransaction,
} from '../storage/outbox-database.ts'
import type { OutboxItem, DeliveryReceipt } from './outbox-records.ts'

/**
 * Whether the item that this item depends on is still in the outbox. If it is, this item is held
 * back, whether the other item waits, was refused or is parked. A delivered item is no longer in
 * the outbox.
 */
export const hasUnsentDependency = async (
  transaction: OutboxTransaction<'readwrite'>,
  { dependsOn }: OutboxItem,
) => dependsOn !== undefined && (await transaction.objectStore('items').count(dependsOn)) > 0

/**
 * Handles the items that depend on a discarded item:
 * - If the outbox has a newer item of the discarded item's form, they depend on that item.
 * - If a newer item of that form was already delivered, they stay unchanged.
 * - Otherwise they are discarded too.
 */
export async function cascadeDiscard(
  transaction: OutboxTransaction<'readwrite'>,
  gone: OutboxItem,
  { replaces }: { replaces: boolean },
) {
  const items = transaction.objectStore('items')
  const [others, receipts] = await awaitBothRequests(
    () => items.index('form').getAll(createAllFormsKeyRange(gone.subject)),
    () => transaction.objectStore('receipts').index('subject').getAll(gone.subject),
  )
  const isNewer = (one: OutboxItem | DeliveryReceipt) =>
    replaces && one.form === gone.form && one.order > gone.order
  if (receipts.some(isNewer)) return
  const successor = others.find((other) => isNewer(other) && other.dependsOn !== gone.order)
  for (const other of others) {
    if (other.dependsOn !== gone.order) continue
    if (successor === undefined) await items.delete(other.order)
    else await items.put({ ...other, dependsOn: successor.order })
  }
}
