import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { refunds } from '#contract/refunds'
import { startOfDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import type { RefundRow } from '../../platform/database/schema/money-tables.ts'
import { isChargeInEffect, selectOffsetFen } from '../charges/public.ts'
import { RESERVING_STATES } from '../payment/public.ts'

type RefundFilter = Omit<CallInput<typeof refunds.list>, 'after'>

/** Selects refunds with their students, payments, and the people who requested and decided them. */
export const selectRefunds = (db: Db, { find, state, from, to }: RefundFilter) =>
  db
    .selectFrom('refund')
    .innerJoin('student', 'student.code', 'refund.student_code')
    .innerJoin('payment_credit as payment', 'payment.transaction', 'refund.transaction')
    .leftJoin('staff as requester', 'requester.code', 'refund.requested_by')
    .leftJoin('staff as decider', 'decider.code', 'refund.decided_by')
    .selectAll('refund')
    .select([
      'refund.number as key',
      'refund.requested_by as requester_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'payment.year',
      'payment.way as channel',
      'payment.amount_fen as payment_fen',
      'requester.name as requester',
      'decider.name as decider',
    ])
    .$if(state !== '', (query) => query.where(sql<boolean>`refund.state = ${state}`))
    .$if(from !== '', (query) => query.where('refund.requested_at', '>=', startOfDay(from)))
    .$if(to !== '', (query) => query.where('refund.requested_at', '<', startOfDay(to, 1)))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentMatches('student', find),
          e('refund.number', '=', find.trim()),
          e('refund.transaction', '=', find.trim()),
          e('refund.gateway_refund', '=', find.trim()),
        ]),
      ),
    )

/** The cursor of a page of refunds. */
export interface RefundCursor {
  readonly at: Date
  readonly number: string
}

/** Lists refunds, the newest request first, after a cursor. */
export const findRefunds = (
  db: Db,
  filter: RefundFilter,
  { after, most }: { after: RefundCursor | undefined; most: number },
) =>
  selectRefunds(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(refund.requested_at, refund.number) < (${after?.at}::timestamptz, ${after?.number})`,
      ),
    )
    .orderBy('refund.requested_at', 'desc')
    .orderBy('refund.number', 'desc')
    .limit(most)
    .execute()

/** Finds a refund by its number. */
export const findRefund = (db: Db, number: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('number', '=', number).executeTakeFirst()

/** Changes a refund. The caller has locked its student. */
export const updateRefund = async (
  db: Db,
  number: string,
  change: Partial<Omit<RefundRow, 'number'>>,
): Promise<void> => {
  await db.updateTable('refund').set(change).where('number', '=', number).execute()
}

/**
 * Claims a refund about which the gateway has to be asked. It is claimed by one process at a time;
 * `next` is when it is due again if nothing is recorded until then.
 */
export const claimDueRefund = (db: Db, { now, next }: { now: Date; next: Date }) =>
  db
    .updateTable('refund')
    .set({ check_at: next })
    .where('number', '=', (query) =>
      query
        .selectFrom('refund')
        .select('number')
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('number')
    .executeTakeFirst()

/**
 * Finds a payment that can be refunded: it was received, it was not taken back as a whole, and it is
 * not a waiver, which is no money.
 */
export const findRefundablePayments = (
  db: Db,
  by: { readonly transaction: string } | { readonly student: string },
) =>
  db
    .selectFrom('payment_credit as entry')
    .selectAll('entry')
    .where('entry.kind', 'in', ['gateway', 'outside', 'carry-over'])
    .where('entry.reverses', 'is', null)
    .where('entry.way', '<>', 'waiver')
    .where((e) =>
      'transaction' in by
        ? e('entry.transaction', '=', by.transaction)
        : e('entry.student_code', '=', by.student),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payment_credit as counter')
            .select('counter.transaction')
            .whereRef('counter.reverses', '=', 'entry.transaction')
            .where('counter.kind', '=', 'outside'),
        ),
      ),
    )
    .orderBy('entry.credited_at', 'desc')
    .execute()

// What students have paid too much for each year: the surplus of payments, and what charges that
// were lowered or withdrawn leave over. Offsets are no money, so at most what was paid is returned.
const excessOf = (now: Date) => sql<{ student_code: string; year: number; fen: number }>`(
  select student_code, year, sum(fen)::int as fen from (
    select student_code, year, least(sum(paid_fen) - coalesce((select sum(part.amount_fen)
        from payment_part part join payment_credit waiver using (transaction)
        where part.student_code = charge.student_code and part.year = charge.year
        and waiver.way = 'waiver'), 0), greatest(0, sum(paid_fen)
        + ${selectOffsetFen(sql<string>`charge.student_code`, sql<number>`charge.year`)}
        - sum(case when ${isChargeInEffect(now)} then due_fen else 0 end)))::int as fen
      from charge group by student_code, year having sum(paid_fen) > 0
    union all
    select student_code, year, surplus_fen from payment_credit where kind <> 'offset' and way <> 'waiver' and surplus_fen <> 0) as part
  group by student_code, year having sum(fen) > 0)`

/** Selects the years for which students have paid too much, with what is being refunded. */
export const selectExcess = (db: Db, { find, now }: { find: string; now: Date }) =>
  db
    .selectFrom(excessOf(now).as('excess'))
    .innerJoin('student', 'student.code', 'excess.student_code')
    .select([
      'excess.student_code',
      'excess.year',
      'excess.fen',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
    ])
    .select(sql<string>`excess.student_code || ':' || excess.year`.as('key'))
    .select(
      sql<number>`(select coalesce(sum(amount_fen), 0)::int from refund
        where refund.student_code = excess.student_code and state = any(${RESERVING_STATES}))`.as(
        'pending_fen',
      ),
    )
    .$if(find !== '', (query) => query.where((e) => e.or(studentMatches('student', find))))

/** The cursor of a page of them. */
export interface ExcessCursor {
  readonly fen: number
  readonly key: string
}

/** Lists them, the largest amount first, after a cursor. */
export const findExcess = (
  db: Db,
  what: { find: string; now: Date },
  { after, most }: { after: ExcessCursor | undefined; most: number },
) =>
  selectExcess(db, what)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(-excess.fen, excess.student_code || ':' || excess.year) > (${-(after?.fen ?? 0)}::int, ${after?.key}::text)`,
      ),
    )
    .orderBy('excess.fen', 'desc')
    .orderBy(sql`excess.student_code || ':' || excess.year`)
    .limit(most)
    .execute()

/** Finds what a student has paid too much, by year, fen. */
export const findExcessOfStudent = (db: Db, student: string, now: Date) =>
  db
    .selectFrom(excessOf(now).as('excess'))
    .select(['year', 'fen'])
    .where('student_code', '=', student)
    .orderBy('year', 'desc')
    .execute()
