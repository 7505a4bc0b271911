import type { OutboxTransaction } from '../storage/outbox-database.ts'

/**
 * The base version of a payload that was started from `baseVersion`. A form keeps the version it
 * was filled from at its first input, and older submissions of this phone may have been delivered
 * since. Those must not conflict with the new one; a change made anywhere else still conflicts.
 */
export async function resolveBaseVersion(
  transaction: OutboxTransaction<'readwrite'>,
  {
    subject,
    form,
    baseVersion,
  }: {
    readonly subject: string
    readonly form: string
    readonly baseVersion?: string | undefined
  },
): Promise<{ baseVersion?: string }> {
  if (baseVersion === undefined) return {}
  // Receipts come in ascending `order`, so one pass follows the chain of versions.
  const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
  return {
    baseVersion: receipts.reduce(
      (version, one) =>
        one.form === form && one.baseVersion === version ? (one.version ?? version) : version,
      baseVersion,
    ),
  }
}
