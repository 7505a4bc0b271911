import type { Refund } from '../../payment-gateways/payment-gateway.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfDay } from './orders.ts'

/** What a person has to look at, each once however often it is noticed. */
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

/** So many unknown keys are noted at most: whoever posts to the open address may name any. */
const MOST_UNKNOWN_KEYS = 20

/**
 * A notice named a key of the payment service that is not in the settings: its key has changed, or
 * somebody made it up. A person has to compare it with the service's console.
 */
export async function recordUnknownKey(db: Db, serial: string, now: Date): Promise<void> {
  const kind = 'unknown key'
  const { count } = await db
    .selectFrom('payment_incident')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(count) < MOST_UNKNOWN_KEYS)
    await recordIncident(db, { kind, number: '', transaction: serial, fen: 0, now })
}

/**
 * Money went back: what the student owes by that is for a person to say, since a refund does not
 * tell what it is for.
 */
export const recordRefund = (
  db: Db,
  { number, refund, amountFen, isStuck }: Refund,
  now: Date,
): Promise<void> =>
  recordIncident(db, {
    kind: isStuck ? 'refund stuck' : 'refund',
    number,
    transaction: refund,
    fen: amountFen,
    now,
  })

/**
 * What nobody has handled of a day in China, YYYY-MM-DD, and these refunds, whenever they were
 * noticed.
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
        isOfDay('noticed_at', day),
        is.and([is('kind', 'like', 'refund%'), is('transaction', 'in', ['', ...refunds])]),
      ]),
    )
    .orderBy('id')
    .execute()
