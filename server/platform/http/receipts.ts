import type { Db } from '../database/db.ts'
import { findLatestDatabaseEpoch } from '../database/epoch.ts'

/** A submission for which a phone has a receipt. */
export interface ReceiptReference {
  readonly form: string
  readonly key: string
}

/**
 * Finds the receipts that a restore of the database has lost. `gone`: their keys. `newer`: the keys
 * of those whose form was submitted again since the restore.
 */
export async function findLostReceipts(
  db: Db,
  { subject, asked }: { subject: string; asked: readonly ReceiptReference[] },
): Promise<{ gone: string[]; newer: string[] }> {
  const confirmed = db
    .selectFrom('idempotency')
    .where('subject', '=', subject)
    .where('receipt', 'is not', null)
  const keys = asked.map(({ key }) => key)
  const [here, epoch] = await Promise.all([
    confirmed
      .where('key', '=', (e) => e.fn.any(e.val(keys)))
      .select(['form', 'key'])
      .execute(),
    findLatestDatabaseEpoch(db),
  ])
  const since =
    epoch === undefined
      ? []
      : await confirmed
          .where('created_at', '>=', epoch.began_at)
          .select('form')
          .distinct()
          .execute()
  const rewritten = new Set(since.map(({ form }) => form))
  const lost = asked.filter(
    (one) => !here.some(({ form, key }) => form === one.form && key === one.key),
  )
  return {
    gone: lost.filter(({ form }) => !rewritten.has(form)).map(({ key }) => key),
    newer: lost.filter(({ form }) => rewritten.has(form)).map(({ key }) => key),
  }
}
