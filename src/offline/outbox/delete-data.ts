import {
  type OutboxDatabase,
  type Transaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'

/**
 * Remove what others than this subject left here: receipts and drafts, and of whom `items` says so
 * also what was never sent.
 */
export const deleteDataOfOthers = (
  database: OutboxDatabase,
  subject: string,
  { items }: { items: (other: string) => boolean },
): Promise<void> =>
  database.run(
    { mode: 'readwrite', stores: ['items', 'receipts', 'drafts'], durable: true },
    async (transaction) => {
      const others = (one: { subject: string }) => one.subject !== subject
      await remove(transaction, ['receipts', 'drafts'], others)
      await remove(transaction, ['items'], (one) => others(one) && items(one.subject))
    },
  )

/**
 * Remove all receipts and drafts, who sends, and of whom `namesOnlyCaller` says so also what was never sent.
 */
export const deleteOwnData = (
  database: OutboxDatabase,
  isOwn: (subject: string) => boolean,
): Promise<void> =>
  database.run(
    { mode: 'readwrite', stores: ['items', 'receipts', 'drafts', 'bearer'], durable: true },
    async (transaction) => {
      for (const store of ['receipts', 'drafts', 'bearer'] as const)
        ignoreRejection(transaction.objectStore(store).clear())
      await remove(transaction, ['items'], (one) => isOwn(one.subject))
    },
  )

async function remove(
  transaction: Transaction<'readwrite'>,
  stores: readonly ('items' | 'receipts' | 'drafts')[],
  isGoing: (one: { subject: string }) => boolean,
) {
  for (const store of stores) {
    for (
      let cursor = await transaction.objectStore(store).openCursor();
      cursor !== null;
      cursor = await cursor.continue()
    ) {
      if (isGoing(cursor.value)) await cursor.delete()
    }
  }
}
