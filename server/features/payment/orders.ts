import { sql } from 'kysely'
import { addSeconds, toChinaSecond } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/** The time within which an order can be paid, seconds. */
export const ORDER_LIFETIME_SECONDS = 900
const ID_SECONDS = 600
/** The shortest time between two queries of the gateway about an order, seconds. */
const QUERY_INTERVAL_SECONDS = 3
const OPEN = ['open', 'checking'] as const

/** Finds a student's newest order. */
export const findNewestOrder = (db: Db, student: string): Promise<PaymentOrderRow | undefined> =>
  db
    .selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', student)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists a student's orders, newest first. */
export const findOrdersOfStudent = (db: Db, student: string): Promise<PaymentOrderRow[]> =>
  db
    .selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', student)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()

/** Lists a student's payments and counter-entries, without offsets, newest first. */
export const findStudentCredits = (db: Db, student: string) =>
  db
    .selectFrom('payment_credit')
    .selectAll()
    .where('student_code', '=', student)
    .where('kind', '<>', 'offset')
    .orderBy('credited_at', 'desc')
    .limit(50)
    .execute()

/**
 * Sums what a student's entries of the books pay on the charges of each year, fen: payments less what
 * was taken back, refunds, and what was carried over from or to other years; and what the entries of
 * the year have too much.
 */
export const sumBooksByYear = async (db: Db, student: string) => {
  const { rows } = await sql<{
    year: number
    payments: number
    refunds: number
    carried: number
    surplus: number
  }>`
    select year, coalesce(sum(fen) filter (where kind in ('gateway', 'outside')), 0)::int as payments,
      coalesce(-sum(fen) filter (where kind = 'refund'), 0)::int as refunds,
      coalesce(sum(fen) filter (where kind = 'carry-over'), 0)::int as carried,
      coalesce(sum(fen) filter (where kind = 'surplus'), 0)::int as surplus
    from (
      select part.year, kind, part.amount_fen as fen from payment_part part join payment_credit using (transaction)
      where part.student_code = ${student}
      union all
      select year, 'surplus', surplus_fen from payment_credit where student_code = ${student}) as line
    group by year order by year desc`.execute(db)
  return rows
}

/** Finds the student's order that can still be paid, if there is one. */
export const findOpenOrder = (db: Db, student: string): Promise<PaymentOrderRow | undefined> =>
  db
    .selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', student)
    .where('state', 'in', OPEN)
    .executeTakeFirst()

/** Finds an order by its number. */
export const findOrder = (db: Db, number: string): Promise<PaymentOrderRow | undefined> =>
  db.selectFrom('pay_order').selectAll().where('number', '=', number).executeTakeFirst()

/** Finds an order of this student by its number. */
export const findOwnOrder = (
  db: Db,
  { student, number }: { student: string; number: string },
): Promise<PaymentOrderRow | undefined> =>
  db
    .selectFrom('pay_order')
    .selectAll()
    .where('number', '=', number)
    .where('student_code', '=', student)
    .executeTakeFirst()

/** Inserts an order. The caller must have locked the student. */
export async function insertOrder(
  db: Db,
  wanted: Pick<
    PaymentOrderRow,
    'student_code' | 'year' | 'kind' | 'charge_id' | 'amount_fen' | 'open_id'
  > & { now: Date; until?: Date },
): Promise<PaymentOrderRow> {
  const { now, until, ...order } = wanted
  const latest = addSeconds(now, ORDER_LIFETIME_SECONDS)
  return db
    .insertInto('pay_order')
    .values({
      ...order,
      number: `BD${toChinaSecond(now).replace(/\D/g, '')}${createSecret()
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 12)}`,
      state: 'open',
      prepay: null,
      created_at: now,
      updated_at: now,
      expires_at: until !== undefined && until < latest ? until : latest,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes the state of an order, unless the order has ended or its state is not in `from`. Returns
 * whether the state was changed.
 */
export async function updateOrder(
  db: Db,
  number: string,
  change: Partial<Pick<PaymentOrderRow, 'state' | 'prepay'>> & { updated_at: Date },
  from: readonly PaymentOrderRow['state'][] = OPEN,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pay_order')
    .set(change)
    .where('number', '=', number)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Claims an unresolved order: an order whose outcome is unknown, an expired order, or an order that
 * was open for so long that its notification might have been lost. An order is claimed by one
 * process at a time, and after that not again for a while.
 */
export const claimUnresolvedOrder = (db: Db, now: Date): Promise<PaymentOrderRow | undefined> =>
  db
    .updateTable('pay_order')
    .set({ updated_at: now })
    .where('number', '=', (query) =>
      query
        .selectFrom('pay_order')
        .select('number')
        .where('state', 'in', OPEN)
        .where((is) =>
          is.or([
            is.and([is('state', '=', 'checking'), is('updated_at', '<=', addSeconds(now, -10))]),
            is.and([is('expires_at', '<=', now), is('updated_at', '<=', addSeconds(now, -5))]),
            is('updated_at', '<=', addSeconds(now, -25)),
          ]),
        )
        .orderBy('updated_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

/**
 * Claims an order for a query, unless it was queried a moment ago. Returns whether it was claimed.
 */
export async function claimOrderForQuery(db: Db, number: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pay_order')
    .set({ updated_at: now })
    .where('number', '=', number)
    .where('state', 'in', OPEN)
    .where('updated_at', '<=', addSeconds(now, -QUERY_INTERVAL_SECONDS))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Creates a single-use id for an order, bound to the student (D-62). */
export async function createOrderId(
  db: Db,
  { student, now }: { student: string; now: Date },
): Promise<string> {
  const id = createSecret()
  await db
    .deleteFrom('pay_order_id')
    .where('expires_at', '<', addSeconds(now, -ID_SECONDS))
    .execute()
  await db
    .insertInto('pay_order_id')
    .values({
      id,
      student_code: student,
      expires_at: addSeconds(now, ID_SECONDS),
      order_number: null,
    })
    .execute()
  return id
}

/** Resolves a single-use id: it is unused, bound to an order, or not valid for this student. */
export async function resolveOrderId(
  db: Db,
  { id, student, now }: { id: string; student: string; now: Date },
): Promise<{ type: 'fresh' } | { type: 'order'; number: string } | { type: 'invalid' }> {
  const row = await db
    .selectFrom('pay_order_id')
    .selectAll()
    .where('id', '=', id)
    .where('student_code', '=', student)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= now) return { type: 'invalid' }
  return row.order_number === null ? { type: 'fresh' } : { type: 'order', number: row.order_number }
}

/** Binds a single-use id to its order. */
export const bindOrderId = (db: Db, { id, number }: { id: string; number: string }) =>
  db.updateTable('pay_order_id').set({ order_number: number }).where('id', '=', id).execute()

/** Whether the timestamp in this column is on a day in China. */
export const isTimestampOnChinaDay = (column: string, day: string) =>
  sql<boolean>`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date = ${day}::date`

/**
 * Finds the gateway's credits of a day in China (YYYY-MM-DD), and the credits of these payments on
 * any day.
 */
export const findCreditsOfDay = (
  db: Db,
  { day, transactions }: { day: string; transactions: readonly string[] },
) =>
  db
    .selectFrom('payment_credit')
    .select(['transaction', 'amount_fen'])
    // Every credit of the gateway has an order.
    .select(sql<string>`order_number`.as('order_number'))
    .select(
      sql<number>`(select coalesce(-sum(amount_fen), 0)::int from payment_credit refund
        where refund.reverses = payment_credit.transaction and refund.kind = 'refund')`.as(
        'refunded_fen',
      ),
    )
    .where('kind', '=', 'gateway')
    .where((is) =>
      is.or([
        isTimestampOnChinaDay('credited_at', day),
        sql<boolean>`transaction = any(${transactions})`,
      ]),
    )
    .orderBy('credited_at')
    .execute()
