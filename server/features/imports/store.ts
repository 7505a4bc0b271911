import { sql } from 'kysely'
import type { ImportAction, ImportState } from '#contract/imports'
import type { Text } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SkipReason } from './cells.ts'
import type { RowValues } from './import-kind.ts'

/** A row of a dry run, before it is written down. */
export interface DryRunRow {
  readonly line: number
  readonly action: ImportAction
  readonly key: string
  readonly row_id: string | null
  readonly before: RowValues | null
  readonly after: RowValues | null
  readonly was_withdrawn: boolean
  readonly cells: readonly string[] | null
  readonly troubles: readonly DryRunIssue[] | null
  readonly warnings: readonly DryRunIssue[] | null
}

/** What is wrong with a row, or odd; what stood in the cell stands in the row's cells. */
export interface DryRunIssue {
  /** The field of the kind; '' for the whole row. */
  readonly field: string
  /** The place of the cell in the row; -1 for the whole row. */
  readonly at: number
  readonly says: Text
}

/** Lines of a file that bring nothing. */
export interface SkippedLineGroup {
  readonly why: SkipReason
  readonly count: number
  /** The first of them. */
  readonly lines: readonly number[]
}

/** How many rows of a file do what. */
export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly withdrawn: number
  readonly refused: number
  /** Of the rows that would be written, those about which something is odd. */
  readonly warned: number
}

/** Write down that a file was brought. */
export const addImport = (
  db: Db,
  one: {
    id: string
    kind: string
    file: string
    sha256: string
    bytes: number
    by: string | null
    now: Date
  },
) =>
  db
    .insertInto('import')
    .values({
      id: one.id,
      kind: one.kind,
      file_name: one.file,
      sha256: one.sha256,
      bytes: one.bytes,
      staff_code: one.by,
      at: one.now,
      beat_at: one.now,
      state: 'checking',
    })
    .execute()

/** Write down what is known of an import now. */
export const updateImport = (
  db: Db,
  id: string,
  what: Partial<ImportCounts> & {
    state?: ImportState
    done?: number
    total?: number
    beat_at?: Date
    format?: string
    sheet?: string
    sheets?: string[]
    lines?: number
    /** Of `Skipped`, as JSON. */
    skipped?: string
    absence_known?: boolean
    headings?: string[]
    unknown?: string[]
    problem?: Text | null
    applied_at?: Date
    applied_by?: string | null
    withdrew?: boolean
    taken_back_at?: Date
    taken_back_by?: string | null
  },
) => db.updateTable('import').set(what).where('id', '=', id).execute()

/** Let an import's work begin, or go on, from one state to the next; answers whether it was there. */
export async function transitionImport(
  db: Db,
  id: string,
  { from, to, now }: { from: ImportState; to: ImportState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import')
    .set({ state: to, beat_at: now, problem: null, done: 0 })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Write down rows of a dry run. Answers how many bytes that took, about. */
export async function addRows(
  db: Db,
  importId: string,
  rows: readonly DryRunRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const json = JSON.stringify(rows)
  await sql`
    insert into import_row (
      import_id, line, action, key, row_id, before, after, was_withdrawn, cells, troubles, warnings)
    select ${importId}, r.line, r.action, r.key, r.row_id, r.before, r.after, r.was_withdrawn, r.cells,
      r.troubles, r.warnings
    from jsonb_to_recordset(${json}::jsonb) as r (
      line int, action text, key text, row_id text, before jsonb, after jsonb, was_withdrawn boolean,
      cells text[], troubles jsonb, warnings jsonb)`.execute(db)
  return Buffer.byteLength(json)
}

/** Forget the rows of a dry run. */
export const dropRows = (db: Db, importId: string) =>
  db.deleteFrom('import_row').where('import_id', '=', importId).execute()

/** Rows of an import that do this, in their order, from behind the row `after`. */
export const rowsOf = (
  db: Db,
  importId: string,
  {
    actions,
    after = '',
    most,
    warned = false,
  }: {
    actions: readonly ImportAction[]
    after?: string
    most: number
    /** Only those about which something is odd. */
    warned?: boolean
  },
) =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('action', 'in', actions)
    .$if(warned, (query) => query.where('warnings', 'is not', null))
    .$if(/^\d{1,18}$/.test(after), (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(most)
    .execute()

/** Write down the ids of the rows that were added. */
export const setImportRowIds = (
  db: Db,
  ids: readonly { readonly id: string; readonly row: string }[],
) =>
  sql`update import_row set row_id = r."row"
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as r (id bigint, "row" text)
    where import_row.id = r.id`.execute(db)

/** Write down that a row cannot be written after all. */
export const refuseRow = (db: Db, id: string, troubles: readonly DryRunIssue[]) =>
  db
    .updateTable('import_row')
    .set({ action: 'refused', troubles: JSON.stringify(troubles) })
    .where('id', '=', id)
    .execute()

/** Count the rows of an import anew, after some were refused by the database. */
export async function countRows(db: Db, importId: string): Promise<void> {
  await sql`
    update import set
      added = found.added, changed = found.changed, refused = found.refused, warned = found.warned
    from (
      select count(*) filter (where action = 'new') as added,
        count(*) filter (where action = 'changed') as changed,
        count(*) filter (where action = 'refused') as refused,
        count(*) filter (where action <> 'refused' and warnings is not null) as warned
      from import_row where import_id = ${importId}) as found
    where id = ${importId}`.execute(db)
}

/** An import. */
export const findImportById = (db: Db, id: string) =>
  db
    .selectFrom('import')
    .leftJoin('staff', 'staff.code', 'import.staff_code')
    .selectAll('import')
    .select('staff.name')
    .where('import.id', '=', id)
    .executeTakeFirst()

/** An import as it is read. */
export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImportById>>>

/** Imports of these kinds, newest first, from behind the one `after`. */
export const importsOf = (
  db: Db,
  { kinds, after, most }: { kinds: readonly string[]; after: string; most: number },
) =>
  db
    .selectFrom('import')
    .leftJoin('staff', 'staff.code', 'import.staff_code')
    .selectAll('import')
    .select('staff.name')
    .where((e) => e('kind', '=', e.fn.any(e.val(kinds))))
    .$if(after !== '', (query) =>
      query.where(
        (e) => e.refTuple('import.at', 'import.id'),
        '<',
        (e) =>
          e
            .selectFrom('import as last')
            .select(['last.at', 'last.id'])
            .where('last.id', '=', after)
            .$asTuple('at', 'id'),
      ),
    )
    .orderBy('import.at', 'desc')
    .orderBy('import.id', 'desc')
    .limit(most)
    .execute()

/** A later import of the same kind that touched one of the rows of this one and still stands. */
export async function laterImport(db: Db, one: { id: string; kind: string }) {
  const { rows } = await sql<{ file_name: string; applied_at: Date }>`
    select other.file_name, other.applied_at
    from import this
    join import other on other.kind = this.kind and other.state in ('applied', 'taking-back')
      and other.applied_at > this.applied_at
    where this.id = ${one.id} and exists (
      select from import_row mine join import_row theirs
        on theirs.import_id = other.id and theirs.row_id = mine.row_id
      where mine.import_id = this.id and mine.action <> 'refused' and theirs.action <> 'refused'
        and (theirs.action <> 'withdrawn' or other.withdrew)
        and (mine.action <> 'withdrawn' or this.withdrew))
    order by other.applied_at desc limit 1`.execute(db)
  return rows[0]
}

const DEAD_SECONDS = 60

/** Say of imports whose process died that their work is over: nothing of it was committed. */
export async function failAbandonedImports(
  db: Db,
  now: Date,
  says: { again: Text; retry: Text },
): Promise<void> {
  const settle = (from: ImportState, to: ImportState, problem: Text) =>
    db
      .updateTable('import')
      .set({ state: to, problem })
      .where('state', '=', from)
      .where('beat_at', '<', addSeconds(now, -DEAD_SECONDS))
      .execute()
  await settle('checking', 'unreadable', says.again)
  await settle('applying', 'checked', says.retry)
  await settle('taking-back', 'applied', says.retry)
}

/** One import is written at a time; whoever comes second waits. */
export const lockImports = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('import', 0))`.execute(tx)

const UNUSED_DAYS = 7
const KEPT_DAYS = 180

/**
 * Forget the rows of imports that nobody wrote within a week, and of those that are too old to be
 * taken back; that there was an import stays.
 */
export async function pruneImports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('import_row')
    .where('import_id', 'in', (e) =>
      e
        .selectFrom('import')
        .select('id')
        .where((or) =>
          or.or([
            or('at', '<', addSeconds(now, -KEPT_DAYS * DAY_SECONDS)),
            or.and([
              or('at', '<', addSeconds(now, -UNUSED_DAYS * DAY_SECONDS)),
              or('state', 'in', ['checked', 'unreadable', 'outdated']),
            ]),
          ]),
        ),
    )
    .execute()
  await db
    .updateTable('import')
    .set({ state: 'outdated' })
    .where('state', '=', 'checked')
    .where('at', '<', addSeconds(now, -UNUSED_DAYS * DAY_SECONDS))
    .execute()
}
