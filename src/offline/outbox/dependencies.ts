import {
  createAllFormsKeyRange,
  awaitBothRequests,
  type OutboxTransaction,
} from '../storage/outbox-database.ts'
import type { OutboxItem, DeliveryReceipt } from './outbox-records.ts'

/**
 * Whether the item that this one depends on is still in the outbox. Waiting, refused or parked, it
 * holds this item back; once delivered it has left the outbox.
 */
export const hasUnsentDependency = async (
  transaction: OutboxTransaction<'readwrite'>,
  { dependsOn }: OutboxItem,
) => dependsOn !== undefined && (await transaction.objectStore('items').count(dependsOn)) > 0

/**
 * Makes the items that depended on a discarded item depend on a newer item of the same form, if
 * there is one; otherwise they are discarded too. If a newer one was already delivered, they stay
 * as they are.
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
