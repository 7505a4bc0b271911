import { sql } from 'kysely'
import type { ImportAction, ImportState } from '#contract/imports'
import type { LocalizedText } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SkipReason } from './cells.ts'
import type { RowValues } from './import-kind.ts'

/** A row of a dry run to be stored. */
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

/** An issue or warning of a row. The text of the cell is in the row's cells. */
export interface DryRunIssue {
  /** The field as the kind names it; '' for the whole row. */
  readonly field: string
  /** The index of the cell in the row; -1 for the whole row. */
  readonly at: number
  readonly says: LocalizedText
}

/** Skipped lines of a file, by reason. */
export interface SkippedLineGroup {
  readonly why: SkipReason
  readonly count: number
  /** The numbers of the first of these lines. */
  readonly lines: readonly number[]
}

/** The number of rows by their effect. */
export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly withdrawn: number
  readonly refused: number
  /** The number of rows with warnings that would be written. */
  readonly warned: number
}

/** Inserts an import. */
export const insertImport = (
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

/** Updates the properties of an import. */
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
    /** A list of `SkippedLineGroup`, as JSON. */
    skipped?: string
    absence_known?: boolean
    headings?: string[]
    unknown?: string[]
    problem?: LocalizedText | null
    applied_at?: Date
    applied_by?: string | null
    withdrew?: boolean
    taken_back_at?: Date
    taken_back_by?: string | null
  },
) => db.updateTable('import').set(what).where('id', '=', id).execute()

/** Changes the state of an import if its state is `from`. Returns whether the state was changed. */
export async function changeImportState(
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

/** Inserts rows of a dry run. Returns their approximate size in bytes. */
export async function insertDryRunRows(
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

/** Deletes the rows of a dry run. */
export const deleteDryRunRows = (db: Db, importId: string) =>
  db.deleteFrom('import_row').where('import_id', '=', importId).execute()

/** Reads the rows of an import that have these effects, in order, after the row `after`. */
export const readImportRows = (
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
    /** Whether to read only rows with warnings. */
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

/** Stores the ids of added rows. */
export const setImportRowIds = (
  db: Db,
  ids: readonly { readonly id: string; readonly row: string }[],
) =>
  sql`update import_row set row_id = r."row"
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as r (id bigint, "row" text)
    where import_row.id = r.id`.execute(db)

/** Marks a row as refused by the database. */
export const markRowRefused = (db: Db, id: string, troubles: readonly DryRunIssue[]) =>
  db
    .updateTable('import_row')
    .set({ action: 'refused', troubles: JSON.stringify(troubles) })
    .where('id', '=', id)
    .execute()

/** Updates the counts of an import after the database has refused rows. */
export async function updateRefusedRowCounts(db: Db, importId: string): Promise<void> {
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

/** Finds an import. */
export const findImportById = (db: Db, id: string) =>
  db
    .selectFrom('import')
    .leftJoin('staff', 'staff.code', 'import.staff_code')
    .selectAll('import')
    .select('staff.name')
    .where('import.id', '=', id)
    .executeTakeFirst()

/** An import as read from the database. */
export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImportById>>>

/** Lists imports of these kinds, newest first, after the import `after`. */
export const findImportsOfKinds = (
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

/** Finds a later import of the same kind that changed a row of this import and was not reverted. */
export async function findLaterImport(db: Db, one: { id: string; kind: string }) {
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

/** Marks imports whose process has died as failed. Nothing of such an import was committed. */
export async function failAbandonedImports(
  db: Db,
  now: Date,
  says: { again: LocalizedText; retry: LocalizedText },
): Promise<void> {
  const settle = (from: ImportState, to: ImportState, problem: LocalizedText) =>
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

/** Serializes the application of imports: holds a lock until the end of the transaction. */
export const lockImports = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('import', 0))`.execute(tx)

const UNUSED_DAYS = 7
const KEPT_DAYS = 180

/**
 * Deletes the rows of imports that were not applied within a week, and of imports that are too old
 * to be reverted. The imports themselves stay.
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
