import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { finance } from '#contract/finance'
import { daysBetween, startOfDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentCursor } from '../../platform/database/queries/payment-cursor.ts'

const MOST_DAYS = 400

/** A range of days in China, YYYY-MM-DD; both ends are included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** The range of a request; undefined if it ends before it begins, or is too long. */
export function readDayRange({
  day: from,
  to: last = '',
}: Pick<CallInput<typeof finance.day>, 'day' | 'to'>): DayRange | undefined {
  const to = last === '' ? from : last
  const days = daysBetween(from, to)
  return days < 0 || days >= MOST_DAYS ? undefined : { from, to }
}

/** Whether the time in `column` is within a range of days in China. */
export const isWithinDays = (column: string, { from, to }: DayRange) =>
  sql<boolean>`(${sql.ref(column)} >= ${startOfDay(from)} and ${sql.ref(column)} < ${startOfDay(to, 1)})`

interface BookLine {
  readonly transaction: string
  readonly day: string
  readonly channel: string
  readonly college: string
  readonly item: string
  readonly fen: number
}

/**
 * The entries of the books within a range, divided into lines of one item each. The lines of an
 * entry have its amount as their sum, so every grouping of all lines has the sum of the books. What
 * belongs to no item has an item of its own: surplus, offsets, and payments from before the books
 * knew their parts.
 */
const selectBookLines = (range: DayRange) => sql<BookLine>`(
  select entry.transaction, to_char(credited_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
    case kind when 'offset' then 'offset:' || way when 'refund' then 'refund' when 'carry-over' then 'carry-over'
      else way end as channel,
    student.department as college, line.item, line.fen
  from payment_credit entry join student on student.code = entry.student_code
  cross join lateral (
    select part.item, part.amount_fen as fen from payment_part part where part.transaction = entry.transaction
    union all
    select ':surplus', entry.surplus_fen where entry.surplus_fen <> 0
    union all
    select case entry.kind when 'offset' then ':offset' else ':unassigned' end, rest.fen from (
      select entry.amount_fen - entry.surplus_fen - coalesce(sum(part.amount_fen), 0)::int as fen
      from payment_part part where part.transaction = entry.transaction) rest where rest.fen <> 0) line
  where ${isWithinDays('entry.credited_at', range)})`

/**
 * Sums up the books of a range by day, channel, item and college: days in their order, the others by
 * their sum. `key` is the place of the row.
 */
export const selectTotals = (db: Db, range: DayRange) =>
  db
    .selectFrom(selectBookLines(range).as('line'))
    .select([
      sql<
        'day' | 'channel' | 'item' | 'college'
      >`case when grouping(day) = 0 then 'day' when grouping(channel) = 0 then 'channel'
        when grouping(item) = 0 then 'item' else 'college' end`.as('by'),
      sql<string>`coalesce(day, channel, item, college)`.as('name'),
      sql<number>`count(distinct transaction)::int`.as('count'),
      sql<string>`sum(fen)`.as('amount'),
      sql<string>`lpad((row_number() over (order by grouping(day), grouping(channel), grouping(item),
        day, sum(fen) desc, coalesce(channel, item, college)))::text, 8, '0')`.as('key'),
    ])
    .groupBy(sql`grouping sets ((day), (channel), (item), (college))`)

type EntryFilter = Pick<CallInput<typeof finance.entries>, 'by' | 'key'>

/** Selects the entries of a range, or of one group, each with what counts for the group. */
export const selectEntries = (db: Db, range: DayRange, { by, key }: EntryFilter) =>
  db
    .selectFrom(
      db
        .selectFrom(selectBookLines(range).as('each'))
        .select(['each.transaction', 'each.channel', 'each.college'])
        .select(sql<number>`sum(each.fen)::int`.as('part_fen'))
        .$if(by !== '', (query) => query.where(sql.ref(`each.${by || 'item'}`), '=', key))
        .groupBy(['each.transaction', 'each.channel', 'each.college'])
        .as('line'),
    )
    .innerJoin('payment_credit as entry', 'entry.transaction', 'line.transaction')
    .innerJoin('student', 'student.code', 'entry.student_code')
    .leftJoin('staff', 'staff.code', 'entry.recorded_by')
    .select([
      'entry.transaction as key',
      'entry.transaction',
      'entry.student_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'line.college',
      'line.channel',
      'line.part_fen',
      'entry.year',
      'entry.amount_fen',
      'entry.credited_at',
      'entry.source',
      'entry.note',
      'staff.name as recorded_by',
    ])

/** Lists entries, newest first, after a cursor. */
export const findEntries = (
  db: Db,
  range: DayRange,
  filter: EntryFilter,
  { after, most }: { after: PaymentCursor | undefined; most: number },
) =>
  selectEntries(db, range, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.credited_at, entry.transaction) < (${after?.at}::timestamptz, ${after?.transaction}::text)`,
      ),
    )
    .orderBy('entry.credited_at', 'desc')
    .orderBy('entry.transaction', 'desc')
    .limit(most)
    .execute()
