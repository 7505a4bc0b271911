import { allFormsOf, both, type Transaction } from './database.ts'
import type { Item, Receipt } from './item.ts'

/**
 * What an item depends on has arrived when it is gone from here: waiting, refused or parked, it
 * holds the item back.
 */
export const isHeld = async (transaction: Transaction<'readwrite'>, { dependsOn }: Item) =>
  dependsOn !== undefined && (await transaction.objectStore('items').count(dependsOn)) > 0

/**
 * What depended on a discarded item goes after newer words of the same form, if there are any, and
 * else away with it.
 */
export async function bereave(
  transaction: Transaction<'readwrite'>,
  gone: Item,
  { replaces }: { replaces: boolean },
) {
  const items = transaction.objectStore('items')
  const [others, receipts] = await both(
    () => items.index('form').getAll(allFormsOf(gone.subject)),
    () => transaction.objectStore('receipts').index('subject').getAll(gone.subject),
  )
  const isNewer = (one: Item | Receipt) =>
    replaces && one.form === gone.form && one.order > gone.order
  if (receipts.some(isNewer)) return
  const heir = others.find((other) => isNewer(other) && other.dependsOn !== gone.order)
  for (const other of others) {
    if (other.dependsOn !== gone.order) continue
    if (heir === undefined) await items.delete(other.order)
    else await items.put({ ...other, dependsOn: heir.order })
  }
}
