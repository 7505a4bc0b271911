import type { OutboxDatabase, OutboxTransaction } from '../storage/outbox-database.ts'

/**
 * The result of storing a submission on this phone. 'quota': the disk is full; 'unavailable': there
 * is no usable database; 'unsure': the write reported an error, and the phone cannot read whether
 * the submission was stored; 'file-missing': a file of the submission is not on this phone.
 */
export type SaveResult =
  | { readonly type: 'saved'; readonly order: number }
  | {
      readonly type: 'not-saved'
      readonly why: 'quota' | 'unavailable' | 'unsure' | 'file-missing'
    }

/**
 * Runs `write` and returns a failure of the database as data, so that the form can show the failure
 * and keep its values.
 *
 * A commit that reported an error might be on the disk all the same. So once `write` has called
 * `reached`, `written` looks for the record before a failure is returned. A TypeError (a defect of
 * the code) is rethrown.
 */
export async function saveWithResult(
  database: OutboxDatabase,
  write: (reached: () => void) => Promise<number>,
  written?: (transaction: OutboxTransaction<'readonly'>) => Promise<number | undefined>,
): Promise<SaveResult> {
  let mayBeThere = false
  try {
    return { type: 'saved', order: await write(() => (mayBeThere = true)) }
  } catch (cause) {
    if (cause instanceof TypeError) throw cause
    const why = isQuota(cause) ? 'quota' : 'unavailable'
    if (!mayBeThere || written === undefined) return { type: 'not-saved', why }
    try {
      const order = await database.run({ mode: 'readonly', stores: ['items', 'receipts'] }, written)
      return order === undefined ? { type: 'not-saved', why } : { type: 'saved', order }
    } catch {
      return { type: 'not-saved', why: 'unsure' }
    }
  }
}

const isQuota = (cause: unknown) =>
  cause instanceof DOMException && cause.name === 'QuotaExceededError'
