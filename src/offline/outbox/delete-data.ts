import {
  ATTACHMENT_STORES,
  type OutboxDatabase,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { deleteUnusedAttachments } from './attachments.ts'

const STORES = ['items', 'receipts', 'drafts'] as const

/**
 * Deletes the data of every subject except one: their receipts and drafts, and the unsent items of
 * each subject for which `items` returns true.
 */
export const deleteDataOfOthers = (
  database: OutboxDatabase,
  subject: string,
  { items }: { items: (other: string) => boolean },
): Promise<void> =>
  database.run(
    { mode: 'readwrite', stores: [...STORES, ...ATTACHMENT_STORES], durable: true },
    async (transaction) => {
      const others = (one: { subject: string }) => one.subject !== subject
      await remove(transaction, ['receipts', 'drafts'], others)
      await remove(transaction, ['items'], (one) => others(one) && items(one.subject))
      await deleteUnusedAttachments(transaction, others, true)
    },
  )

/**
 * Deletes all receipts, all drafts and the sender's identity, and the unsent items of each subject
 * for which `isOwn` returns true. The lease is deleted too, which ends a sending round: it would
 * send items that it has claimed and that are deleted by now.
 */
export const deleteOwnData = (
  database: OutboxDatabase,
  isOwn: (subject: string) => boolean,
): Promise<void> =>
  database.run(
    {
      mode: 'readwrite',
      stores: [...STORES, 'bearer', 'lease', ...ATTACHMENT_STORES],
      durable: true,
    },
    async (transaction) => {
      for (const store of ['receipts', 'drafts', 'bearer', 'lease'] as const)
        ignoreRejection(transaction.objectStore(store).clear())
      await remove(transaction, ['items'], (one) => isOwn(one.subject))
      // All drafts are gone, also those of subjects whose unsent items stay.
      await deleteUnusedAttachments(transaction, () => true, true)
    },
  )

async function remove(
  transaction: OutboxTransaction<'readwrite'>,
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
