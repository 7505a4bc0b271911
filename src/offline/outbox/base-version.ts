import type { OutboxTransaction } from '../storage/outbox-database.ts'

/**
 * The base version (ETag) of a new payload whose form was filled from `baseVersion`. A form keeps
 * the version that it had at the first input, but older submissions of this phone might have been
 * delivered since. The result follows those deliveries, so that they do not conflict with the new
 * payload. A change made anywhere else still conflicts.
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
