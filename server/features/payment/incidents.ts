import type { Db } from '../../platform/database/db.ts'
import { countRows } from '../../platform/database/queries/count-rows.ts'
import { isTimestampOnChinaDay } from './orders.ts'

/** Records an incident for finance. It is recorded once, no matter how often it is noticed. */
export async function recordIncident(
  db: Db,
  {
    kind,
    number,
    transaction,
    fen,
    now,
  }: { kind: string; number: string; transaction: string; fen: number; now: Date },
): Promise<void> {
  await db
    .insertInto('payment_incident')
    .values({ kind, order_number: number, transaction, amount_fen: fen, noticed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Marks the surplus of a payment as handled, because nothing of it is left to refund. Without a
 * staff member (`by` null) it stays open, since every handled incident names one.
 */
export async function closeSurplusIncident(
  tx: Db,
  {
    transaction,
    by,
    note,
    now,
  }: { transaction: string; by: string | null; note: string; now: Date },
): Promise<void> {
  if (by === null) return
  await tx
    .updateTable('payment_incident')
    .set({ handled_at: now, handled_by: by, note })
    .where('kind', '=', 'surplus')
    .where('transaction', '=', transaction)
    .where('handled_at', 'is', null)
    .execute()
}

/**
 * The largest number of unknown keys that are recorded, because anybody can send requests to the
 * public address.
 */
const MOST_UNKNOWN_KEYS = 20

/**
 * Records that a notification was signed with a key that is not in the settings. Either the payment
 * service has a new key, or the notification is forged. Finance has to compare the key with the
 * service's console.
 */
export async function recordUnknownKeyIncident(db: Db, serial: string, now: Date): Promise<void> {
  const kind = 'unknown key'
  const count = await countRows(db.selectFrom('payment_incident').where('kind', '=', kind))
  if (count < MOST_UNKNOWN_KEYS)
    await recordIncident(db, { kind, number: '', transaction: serial, fen: 0, now })
}

/**
 * Finds the open incidents of a day in China (YYYY-MM-DD), and the open incidents of these refunds
 * on any day.
 */
export const findOpenIncidents = (
  db: Db,
  { day, refunds }: { day: string; refunds: readonly string[] },
) =>
  db
    .selectFrom('payment_incident')
    .selectAll()
    .where('handled_at', 'is', null)
    .where((is) =>
      is.or([
        isTimestampOnChinaDay('noticed_at', day),
        is.and([is('kind', 'like', 'refund%'), is('transaction', 'in', ['', ...refunds])]),
      ]),
    )
    .orderBy('id')
    .execute()
