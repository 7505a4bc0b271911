import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { finance, ReconciliationDifference } from '#contract/finance'
import { startOfDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import { type DayRange, isWithinDays } from './totals.ts'

const count = sql<number>`count(*)::int`.as('count')

/**
 * Sums the payments of a range of days by channel, less what was taken back in it. The sums are
 * exact even beyond the range of an int. Offsets, refunds and carry-overs are not payments.
 */
export const sumCreditsByPaymentChannel = (db: Db, range: DayRange) =>
  db
    .selectFrom('payment_credit')
    .select('way')
    .select(sql<number>`(count(*) filter (where reverses is null))::int`.as('count'))
    .select(sql<string>`sum(amount_fen)`.as('amount'))
    .select(sql<string>`sum(surplus_fen)`.as('surplus'))
    .where(isWithinDays('credited_at', range))
    .where('kind', 'in', ['gateway', 'outside'])
    .groupBy('way')
    .orderBy('way')
    .execute()

/** Counts the orders placed within a range of days by their current state. */
export const countOrdersByState = (db: Db, range: DayRange) =>
  db
    .selectFrom('pay_order')
    .select(['state', count])
    .select(sql<string>`sum(amount_fen)`.as('amount'))
    .where(isWithinDays('created_at', range))
    .groupBy('state')
    .orderBy('state')
    .execute()

/** Sums the refunds that were booked within a range of days. */
export const findRefunds = (db: Db, range: DayRange) =>
  db
    .selectFrom('payment_credit')
    .select(count)
    .select(sql<string>`coalesce(-sum(amount_fen), 0)`.as('amount'))
    .where('kind', '=', 'refund')
    .where(isWithinDays('credited_at', range))
    .executeTakeFirstOrThrow()

/** Counts the open incidents. */
export const countUnhandledIncidents = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('payment_incident')
      .select(count)
      .where('handled_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

/** Counts the incidents that were noticed within a range of days, and the open ones among them. */
export const countNoticedIncidents = (db: Db, range: DayRange) =>
  db
    .selectFrom('payment_incident')
    .select([count, sql<number>`(count(*) filter (where handled_at is null))::int`.as('open')])
    .where(isWithinDays('noticed_at', range))
    .executeTakeFirstOrThrow()

type OrderFilter = Pick<CallInput<typeof finance.orders>, 'find' | 'state' | 'from' | 'to'>

/**
 * Selects orders, each with the student and the newest payment. Students can be searched by the
 * fields that finance is allowed to see (number, name and class), but not by ID number or phone
 * number.
 */
export const selectOrders = (db: Db, { find, state, from = '', to = '' }: OrderFilter) =>
  db
    .selectFrom('pay_order')
    .innerJoin('student', 'student.code', 'pay_order.student_code')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('payment_credit')
          .select(['transaction', 'way', 'credited_at'])
          .whereRef('order_number', '=', 'pay_order.number')
          .orderBy('credited_at', 'desc')
          .limit(1)
          .as('credit'),
      (join) => join.onTrue(),
    )
    .select([
      'pay_order.number as key',
      'pay_order.number',
      'pay_order.student_code as student',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'pay_order.year',
      'pay_order.amount_fen',
      'pay_order.state',
      'pay_order.created_at',
      'credit.transaction',
      'credit.way',
      'credit.credited_at',
    ])
    .$if(state !== '', (query) => query.where(sql<boolean>`pay_order.state = ${state}`))
    .$if(from !== '', (query) => query.where('pay_order.created_at', '>=', startOfDay(from)))
    .$if(to !== '', (query) => query.where('pay_order.created_at', '<', startOfDay(to, 1)))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentMatches('student', find),
          e('pay_order.number', '=', find),
          e.exists(
            e
              .selectFrom('payment_credit as paid')
              .select('paid.transaction')
              .whereRef('paid.order_number', '=', 'pay_order.number')
              .where('paid.transaction', '=', find),
          ),
        ]),
      ),
    )

/** The cursor of a page of orders. */
export interface OrderCursor {
  readonly at: Date
  readonly number: string
}

/** Lists orders, newest first, after a cursor. */
export const findOrders = (
  db: Db,
  filter: OrderFilter,
  { after, most }: { after: OrderCursor | undefined; most: number },
) =>
  selectOrders(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(pay_order.created_at, pay_order.number) < (${after?.at}::timestamptz, ${after?.number})`,
      ),
    )
    .orderBy('pay_order.created_at', 'desc')
    .orderBy('pay_order.number', 'desc')
    .limit(most)
    .execute()

type IncidentFilter = Pick<CallInput<typeof finance.incidents>, 'state' | 'from' | 'to'>

/** Selects incidents with the student of the order and the staff member who handled them. */
export const selectIncidents = (db: Db, { state, from = '', to = '' }: IncidentFilter) =>
  db
    .selectFrom('payment_incident')
    .leftJoin('pay_order', 'pay_order.number', 'payment_incident.order_number')
    // An incident of a payment from outside has no order.
    .leftJoin('payment_credit as credit', (join) =>
      join
        .onRef('credit.transaction', '=', 'payment_incident.transaction')
        .on('payment_incident.order_number', '=', ''),
    )
    .leftJoin('student', (join) =>
      join.on((e) =>
        e('student.code', '=', e.fn.coalesce('pay_order.student_code', 'credit.student_code')),
      ),
    )
    .leftJoin('staff', 'staff.code', 'payment_incident.handled_by')
    .select([
      sql<string>`lpad(payment_incident.id::text, 12, '0')`.as('key'),
      'payment_incident.id',
      'payment_incident.kind',
      'payment_incident.order_number',
      'payment_incident.transaction',
      'payment_incident.amount_fen',
      'noticed_at',
      'handled_at',
      'payment_incident.note',
      'staff.name as handled_by',
      'student.code as student',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
    ])
    .$if(state === 'open', (query) => query.where('handled_at', 'is', null))
    .$if(state === 'handled', (query) => query.where('handled_at', 'is not', null))
    .$if(from !== '', (query) => query.where('noticed_at', '>=', startOfDay(from)))
    .$if(to !== '', (query) => query.where('noticed_at', '<', startOfDay(to, 1)))

/** Lists incidents, newest first, after an id. */
export const findIncidents = (
  db: Db,
  filter: IncidentFilter,
  { after, most }: { after: number | undefined; most: number },
) =>
  selectIncidents(db, filter)
    .$if(after !== undefined, (query) => query.where('payment_incident.id', '<', after ?? 0))
    .orderBy('payment_incident.id', 'desc')
    .limit(most)
    .execute()

/** Finds an incident and locks it until the transaction ends. */
export const lockIncident = (db: Db, id: number) =>
  db.selectFrom('payment_incident').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Stores that an incident was handled. With `by` null the incident is open again. */
export const saveIncidentHandling = (
  db: Db,
  { id, by, note, now }: { id: number; by: string | null; note: string; now: Date },
) =>
  db
    .updateTable('payment_incident')
    .set({ handled_at: by === null ? null : now, handled_by: by, note })
    .where('id', '=', id)
    .execute()

// Whether a `note` is about a `line`, which is an element of `differences`.
const isNoteOf = sql<boolean>`note.transaction = line ->> 'transaction' and note.kind = line ->> 'kind'
  and note.number = line ->> 'number'`

/** What identifies a difference in every reconciliation. */
type DifferenceKey = Pick<
  CallInput<typeof finance.settleDifference>,
  'kind' | 'transaction' | 'number'
>

/**
 * Finds whether a difference is settled, and lets no other transaction add a note until this one
 * ends; undefined if no reconciliation has found it.
 */
export async function lockDifference(
  tx: Db,
  { kind, transaction, number }: DifferenceKey,
): Promise<{ readonly isDone: boolean } | undefined> {
  await sql`lock table reconciliation_note in share row exclusive mode`.execute(tx)
  const key = JSON.stringify([{ kind, transaction, number }])
  const { rows } = await sql<{ is_done: boolean }>`
    select coalesce((select is_done from reconciliation_note where kind = ${kind}
      and transaction = ${transaction} and number = ${number} order by id desc limit 1), false) as is_done
    from reconciliation where differences @> ${key}::jsonb limit 1`.execute(tx)
  const [found] = rows
  return found && { isDone: found.is_done }
}

/** Adds a note about a difference. */
export const addDifferenceNote = (
  tx: Db,
  key: DifferenceKey,
  { done, note, by, now }: { done: boolean; note: string; by: string; now: Date },
) =>
  tx
    .insertInto('reconciliation_note')
    .values({ ...key, is_done: done, note, noted_by: by, noted_at: now })
    .execute()

/** Lists the notes about payments, the newest first. */
export const findDifferenceNotes = (db: Db, transactions: readonly string[]) =>
  db
    .selectFrom('reconciliation_note')
    .leftJoin('staff', 'staff.code', 'reconciliation_note.noted_by')
    .select(['kind', 'transaction', 'reconciliation_note.number', 'is_done', 'note', 'noted_at'])
    .select('staff.name as by')
    .where('transaction', 'in', ['', ...transactions])
    .orderBy('reconciliation_note.id', 'desc')
    .execute()

/** Selects the differences of a reconciliation, each with its newest note. */
export const selectDifferences = (db: Db, id: number) =>
  db
    .selectFrom(
      sql<{
        key: string
        day: string
        kind: ReconciliationDifference['kind']
        transaction: string
        number: string
        taken: number | null
        credited: number | null
        credited_number: string
        is_done: boolean | null
        note: string | null
        noted_at: Date | null
        by: string | null
      }>`(
        select lpad(position::text, 8, '0') as key, day, line ->> 'kind' as kind,
          line ->> 'transaction' as transaction, line ->> 'number' as number, (line ->> 'taken')::int as taken,
          (line ->> 'credited')::int as credited, line ->> 'creditedNumber' as credited_number,
          newest.is_done, newest.note, newest.noted_at, staff.name as by
        from reconciliation, jsonb_array_elements(differences) with ordinality as lines (line, position)
        left join lateral (select * from reconciliation_note note where ${isNoteOf} order by id desc limit 1)
          newest on true
        left join staff on staff.code = newest.noted_by
        where reconciliation.id = ${id})`.as('difference'),
    )
    .selectAll('difference')

/** Lists reconciliations, newest first, after an id. */
export const findReconciliations = (
  db: Db,
  { after, most, id }: { after?: number | undefined; most: number; id?: number | undefined },
) =>
  db
    .selectFrom('reconciliation')
    .leftJoin('staff', 'staff.code', 'reconciliation.ran_by')
    .selectAll('reconciliation')
    .select('staff.name as by')
    .select(
      sql<number>`(select count(*)::int from jsonb_array_elements(differences) line
        where not coalesce((select is_done from reconciliation_note note where ${isNoteOf}
          order by id desc limit 1), false))`.as('open'),
    )
    .$if(id !== undefined, (query) => query.where('reconciliation.id', '=', id ?? 0))
    .$if(after !== undefined, (query) => query.where('reconciliation.id', '<', after ?? 0))
    .orderBy('reconciliation.id', 'desc')
    .limit(most)
    .execute()
