import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { financePlatform } from '#contract/finance-platform'
import type { Db } from '../../platform/database/db.ts'
import { compareReferences, type ComparedReference, NOTE_KINDS } from './comparison.ts'

type LineFilter = Omit<CallInput<typeof financePlatform.list>, 'after'>

// The references of a range of days that a list has.
const selectReferences = (db: Db, { from, to, list }: LineFilter) =>
  db
    .selectFrom(compareReferences({ from, to }).as('line'))
    .selectAll()
    .$call((query) => {
      switch (list) {
        case 'all':
          return query
        case 'open':
          return query.where('result', '<>', 'matched').where('is_ended', '=', false)
        case 'ended':
          return query.where('is_ended', '=', true)
        case 'matched':
        case 'missing-here':
        case 'missing-there':
        case 'different':
          return query.where('result', '=', list)
      }
    })

type References = ReturnType<typeof selectReferences>

// The names are looked up last, because a page needs only a few of them.
const withNames = (db: Db, references: References) =>
  db
    .selectFrom(references.as('line'))
    .selectAll()
    .select([
      namesOf(sql`line.their_who`).as('their_names'),
      namesOf(sql`line.our_who`).as('our_names'),
    ])

// The numbers and names of students, with the numbers that nobody has.
const namesOf = (who: RawBuilder<unknown>) =>
  sql<string>`concat_ws('、',
    (select string_agg(concat_ws(' ', coalesce(student.number, exam_number), name), '、' order by code)
      from student where code = any(${who})),
    (select string_agg(substr(one, 2), '、') from unnest(${who}) one where one like '?%'))`

/** Selects the references of a range of days that a list has, unordered. */
export const exportReferences = (db: Db, filter: LineFilter) =>
  withNames(db, selectReferences(db, filter))

/** Lists the references of a range of days by day, after a key. */
export const listReferences = (
  db: Db,
  filter: LineFilter,
  { after, most }: { after: string; most: number },
) =>
  withNames(db, selectReferences(db, filter).where('key', '>', after).orderBy('key').limit(most))
    .orderBy('key')
    .execute()

/** Counts the references of a range of days by their results, and sums both sides; fen. */
export async function sumReferences(db: Db, range: { from: string; to: string }) {
  const { rows } = await sql<
    Record<'matched' | 'here' | 'there' | 'different' | 'open', number> & {
      theirs: number
      ours: number
    }
  >`
    select (count(*) filter (where result = 'matched'))::int as matched,
      (count(*) filter (where result = 'missing-here'))::int as here,
      (count(*) filter (where result = 'missing-there'))::int as there,
      (count(*) filter (where result = 'different'))::int as different,
      (count(*) filter (where result <> 'matched' and not is_ended))::int as open,
      coalesce(sum(theirs), 0) as theirs, coalesce(sum(ours), 0) as ours
    from ${compareReferences(range)} line`.execute(db)
  return rows[0] ?? { matched: 0, here: 0, there: 0, different: 0, open: 0, theirs: 0, ours: 0 }
}

/** Lists the days of a range, up to today, of which the finance platform has no lines. */
export async function findDaysWithoutLines(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from generate_series(${from}::timestamp, least(${to}, ${today})::timestamp, '1 day') as days (day)
    where not exists (select from finance_platform_line
      where finance_platform_line.day = to_char(days.day, 'YYYY-MM-DD') and withdrawn_at is null)
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Finds what both sides have of a reference, and lets nobody else end or book anything, and no file
 * change the lines, until the transaction ends.
 */
export async function lockReference(
  tx: Db,
  root: string,
  returned: boolean,
): Promise<ComparedReference | undefined> {
  await sql`lock table reconciliation_note in share row exclusive mode`.execute(tx)
  const { rows } = await sql<ComparedReference>`
    select * from ${compareReferences({ root, returned })} line`.execute(tx)
  return rows[0]
}

const kindOf = (returned: boolean) => (returned ? NOTE_KINDS.refund : NOTE_KINDS.payment)

/** Adds a note about a version of a reference. */
export const addNote = (
  tx: Db,
  { root, returned, version }: Pick<ComparedReference, 'root' | 'returned' | 'version'>,
  { done, note, by, now }: { done: boolean; note: string; by: string; now: Date },
) =>
  tx
    .insertInto('reconciliation_note')
    .values({
      kind: kindOf(returned),
      transaction: root,
      number: version,
      is_done: done,
      note,
      noted_by: by,
      noted_at: now,
    })
    .execute()

/** Finds the notes about references, the newest first. */
export async function findNotes(db: Db, lines: readonly ComparedReference[]) {
  const notes = await db
    .selectFrom('reconciliation_note as note')
    .leftJoin('staff', 'staff.code', 'note.noted_by')
    .select(['note.kind', 'note.transaction', 'note.is_done', 'note.note', 'note.noted_at'])
    .select((e) => e.fn.coalesce('staff.name', 'note.noted_by').as('by'))
    .where('note.kind', 'in', Object.values(NOTE_KINDS))
    .where('note.transaction', 'in', ['', ...lines.map(({ root }) => root)])
    .orderBy('note.id', 'desc')
    .execute()
  return ({ root, returned }: ComparedReference) =>
    notes.filter((note) => note.transaction === root && note.kind === kindOf(returned))
}

/** Finds the references, in capitals, about which an end stands: as payment, order or refund. */
export async function findEndedReferences(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    with ended as (
      select transaction as root from (
        select distinct on (kind, transaction) transaction, is_done from reconciliation_note
        where kind = any(${Object.values(NOTE_KINDS)}) order by kind, transaction, id desc) newest
      where is_done)
    select upper(name) as name from (
      select root as name from ended
      union select order_number from ended join payment_credit on transaction = root
      union select substr(transaction, 8) from ended join payment_credit on reverses = root and kind = 'refund'
      union select unnest(array[number, gateway_refund, paid_reference]) from ended join refund on transaction = root
    ) known where name is not null`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
