import type { Transaction } from '../storage/outbox-database.ts'

/**
 * The version that words continue from which were begun on `baseVersion`: a form keeps what it was
 * filled from at its first touch, and older words of this phone may have arrived since. They are
 * its own past, and nothing to conflict with; what anybody else has changed still is.
 */
export async function resolveBaseVersion(
  transaction: Transaction<'readwrite'>,
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
  // In their order, so that one look goes from each to the next.
  const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
  return {
    baseVersion: receipts.reduce(
      (version, one) =>
        one.form === form && one.baseVersion === version ? (one.version ?? version) : version,
      baseVersion,
    ),
  }
}
