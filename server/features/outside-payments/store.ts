import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { outsidePayments } from '#contract/outside-payments'
import { normalizeReference } from '#contract/outside-payments'
import { startOfDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'

type EntryFilter = Omit<CallInput<typeof outsidePayments.list>, 'after'>

/**
 * Selects the payments from outside with their students, the charges that they pay, and their
 * counter-entries.
 */
export const selectOutsidePayments = (db: Db, { find, way, from, to }: EntryFilter) =>
  db
    .selectFrom('payment_credit as entry')
    .innerJoin('student', 'student.code', 'entry.student_code')
    .leftJoin('staff', 'staff.code', 'entry.recorded_by')
    .leftJoin('payment_credit as counter', (join) =>
      join.onRef('counter.reverses', '=', 'entry.transaction').on('counter.kind', '=', 'outside'),
    )
    .leftJoin('staff as undoer', 'undoer.code', 'counter.recorded_by')
    .where('entry.kind', '=', 'outside')
    .where('entry.reverses', 'is', null)
    .select([
      'entry.transaction as key',
      'entry.transaction',
      'entry.student_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'entry.year',
      'entry.way',
      'entry.amount_fen',
      'entry.surplus_fen',
      'entry.paid_on',
      'entry.credited_at',
      'entry.source',
      'entry.note',
      'staff.name as recorded_by',
      'counter.credited_at as undone_at',
      'counter.note as undone_note',
      'undoer.name as undone_by',
    ])
    .select(
      sql<string[]>`array(select part.year || ' ' || part.item from payment_part part
        where part.transaction = entry.transaction order by part.year desc, part.charge_id)`.as(
        'items',
      ),
    )
    .$if(way !== '', (query) => query.where('entry.way', '=', way))
    .$if(from !== '', (query) => query.where('entry.credited_at', '>=', startOfDay(from)))
    .$if(to !== '', (query) => query.where('entry.credited_at', '<', startOfDay(to, 1)))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentMatches('student', find),
          e('entry.transaction', '=', normalizeReference(find) ?? ''),
        ]),
      ),
    )

/** The cursor of a page of payments. */
export interface EntryCursor {
  readonly at: Date
  readonly transaction: string
}

/** Lists payments from outside, the newest record first, after a cursor. */
export const findOutsidePayments = (
  db: Db,
  filter: EntryFilter,
  { after, most }: { after: EntryCursor | undefined; most: number },
) =>
  selectOutsidePayments(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.credited_at, entry.transaction) < (${after?.at}::timestamptz, ${after?.transaction})`,
      ),
    )
    .orderBy('entry.credited_at', 'desc')
    .orderBy('entry.transaction', 'desc')
    .limit(most)
    .execute()
