import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { recordAuditEntry } from '../office/public.ts'
import { CrossRowChecker } from './cross-row-checker.ts'
import { hasSameValues } from './dry-run.ts'
import { type ImportJob, IMPORT_BATCH_SIZE, type ImportContext } from './import-job.ts'
import type { ImportedRow } from './imported-row.ts'
import { readImportedRow } from './imported-row.ts'
import { isRowWithoutIssues } from './references.ts'
import { listFields } from './side-fields.ts'
import {
  updateRefusedRowCounts,
  findImportById,
  type ImportRecord,
  lockImports,
  setImportRowIds,
  updateImport,
  markRowRefused,
  readImportRows,
  changeImportState,
} from './store.ts'
import { type UnwritableRow, writeImportBatch } from './write-batch.ts'

/** The options of applying a dry run. */
export interface ApplyImportOptions {
  /** Whether to apply the other rows if some are refused. */
  readonly skipRefused: boolean
  /** Whether to withdraw the rows that are missing from the file. */
  readonly withdraw: boolean
  /** The staff member; null for the command line. */
  readonly by: string | null
}

/** The name of the command line in the office's audit log. */
export const COMMAND_LINE_ACTOR = 'command line'

/**
 * Starts applying a dry run, in one transaction. Returns why it cannot start, or a promise of the
 * work. The work continues in the background, and the state of the import shows its result.
 */
export async function beginImportApply(
  work: ImportContext,
  job: ImportJob,
  choice: ApplyImportOptions,
) {
  const now = work.clock.now()
  const found = await findImportById(work.db, job.id)
  if (found?.state !== 'checked') return { says: importTexts.notReady }
  if (found.refused > 0 && !choice.skipRefused) return { says: importTexts.refusedFirst }
  if (!(await changeImportState(work.db, job.id, { from: 'checked', to: 'applying', now })))
    return { says: importTexts.notReady }
  return { work: apply(work, job, choice, found) }
}

async function apply(
  work: ImportContext,
  job: ImportJob,
  choice: ApplyImportOptions,
  found: ImportRecord,
): Promise<void> {
  const { db, clock } = work
  const back = (what: Parameters<typeof updateImport>[2]) =>
    updateImport(db, job.id, { ...what, beat_at: clock.now() })
  try {
    await back({ total: found.added + found.changed + (choice.withdraw ? found.withdrawn : 0) })
    await db.transaction().execute((tx) => write(work, tx, job, choice, found))
  } catch (error) {
    if (error instanceof StaleDryRunError)
      return void (await back({ state: 'outdated', problem: importTexts.stale }))
    if (!(error instanceof RowsRefusedError)) {
      await back({ state: 'checked', problem: importTexts.failed })
      throw error
    }
    for (const { one, says } of error.untaken)
      await markRowRefused(db, one.id, [{ field: '', at: -1, says }])
    await updateRefusedRowCounts(db, job.id)
    await back({
      state: 'checked',
      problem: fillTemplateText(importTexts.refusedByDatabase, error.untaken.length),
    })
  }
}

/** Thrown when the database has changed since the dry run. */
class StaleDryRunError extends Error {
  override readonly name = 'StaleDryRunError'
}

/** Thrown when the database rejects some rows without `skipRefused`. */
class RowsRefusedError extends Error {
  override readonly name = 'RowsRefusedError'

  readonly untaken: readonly UnwritableRow<ImportedRow>[]

  constructor(untaken: readonly UnwritableRow<ImportedRow>[]) {
    super()
    this.untaken = untaken
  }
}

async function write(
  work: ImportContext,
  tx: Db,
  job: ImportJob,
  choice: ApplyImportOptions,
  found: ImportRecord,
) {
  const { kind, id } = job
  const now = work.clock.now()
  await lockImports(tx)
  await kind.lock?.(tx, id)
  const origin = { import: id, by: choice.by, reason: '' }
  const untaken: UnwritableRow<ImportedRow>[] = []
  let done = 0
  const beat = async (rows: number) => {
    done += rows
    // The progress is written outside the transaction, whose own changes are not visible before its
    // commit.
    await updateImport(work.db, id, { done, beat_at: work.clock.now() })
  }
  const withdrew = choice.withdraw && kind.withdrawal !== undefined && found.withdrawn > 0
  if (withdrew)
    for await (const part of readRowBatches(tx, id, ['withdrawn']))
      await kind.withdrawal?.lock?.(
        tx,
        part.map(({ row_id }) => row_id),
      )
  for await (const part of readRowBatches(tx, id, ['new', 'changed'])) {
    await assertUnchangedSinceDryRun(tx, job, part)
    const added = part.filter(({ action }) => action === 'new')
    const changed = part.filter(({ action }) => action === 'changed')
    // A new row can have the place that a changed row leaves, so the changes come first.
    untaken.push(
      ...(await writeImportBatch(tx, changed, async (rows) => {
        await kind.store.change(
          tx,
          rows.map(({ row_id, after }) => ({ id: row_id, row: after })),
          now,
          origin,
        )
        const returned = rows.filter((row) => row.was_withdrawn).map(({ row_id }) => row_id)
        if (returned.length > 0) await kind.withdrawal?.restore(tx, returned, now, origin)
      })),
      ...(await writeImportBatch(tx, added, async (rows) => {
        const ids = await kind.store.add(
          tx,
          rows.map(({ after }) => after),
          now,
          origin,
        )
        await setImportRowIds(
          tx,
          rows.map((row, at) => ({ id: row.id, row: ids[at] ?? '' })),
        )
      })),
    )
    await beat(part.length)
  }
  if (untaken.length > 0 && !choice.skipRefused) throw new RowsRefusedError(untaken)
  for (const { one, says } of untaken)
    await markRowRefused(tx, one.id, [{ field: '', at: -1, says }])
  if (untaken.length > 0) await updateRefusedRowCounts(tx, id)
  if (withdrew) {
    await assertStillAbsent(tx, job)
    for await (const part of readRowBatches(tx, id, ['withdrawn'])) {
      await kind.withdrawal?.withdraw(
        tx,
        part.map(({ row_id }) => row_id),
        now,
        origin,
      )
      await beat(part.length)
    }
  }
  // If this work was considered dead in the meantime, the import has another state; then the work
  // is rolled back.
  if (!(await changeImportState(tx, id, { from: 'applying', to: 'applied', now })))
    throw new StaleDryRunError()
  await updateImport(tx, id, { applied_at: now, applied_by: choice.by, withdrew, done })
  await recordAuditEntry(tx, {
    staff: choice.by ?? COMMAND_LINE_ACTOR,
    action: 'imports.apply',
    about: `import:${id}`,
    details: { kind: kind.name, file: found.file_name, sha256: found.sha256, withdrew },
    now,
  })
}

/** Reads the rows of an import in batches. */
export async function* readRowBatches(
  tx: Db,
  id: string,
  actions: Parameters<typeof readImportRows>[2]['actions'],
): AsyncGenerator<readonly ImportedRow[]> {
  let after = ''
  for (;;) {
    const rows = await readImportRows(tx, id, { actions, after, most: IMPORT_BATCH_SIZE })
    if (rows.length > 0) yield rows.map(readImportedRow)
    if (rows.length < IMPORT_BATCH_SIZE) return
    after = rows.at(-1)?.id ?? ''
  }
}

// Since the dry run a person might have paid, moved in or left, so all rows are locked and then
// checked again.
async function assertStillAbsent(tx: Db, { kind, id }: ImportJob): Promise<void> {
  if (kind.withdrawal === undefined) return
  const listed: string[] = []
  const scopes = new Set<string>()
  for await (const part of readRowBatches(tx, id, ['withdrawn'])) {
    const ids = part.map(({ row_id }) => row_id)
    listed.push(...ids)
    for (const { row } of await kind.store.byId(tx, ids)) scopes.add(kind.withdrawal.scopeOf(row))
  }
  const found = await kind.withdrawal.absent(tx, { scopes: [...scopes], ids: [] })
  const absent = new Set(found.map((one) => one.id))
  if (listed.some((one) => !absent.has(one))) throw new StaleDryRunError()
}

async function assertUnchangedSinceDryRun(
  tx: Db,
  { kind }: ImportJob,
  part: readonly ImportedRow[],
): Promise<void> {
  const changed = part.filter(({ action }) => action === 'changed')
  const standing = new Map(
    (
      await kind.store.byId(
        tx,
        changed.map(({ row_id }) => row_id),
        listFields(changed.map(({ before }) => before)),
      )
    ).map((one) => [one.id, one]),
  )
  for (const { row_id: id, before, was_withdrawn: was } of changed) {
    const now = standing.get(id)
    if (now === undefined || now.withdrawn !== was || !hasSameValues(now.row, before))
      throw new StaleDryRunError()
  }
  const judged = await kind.resolveAgain?.(
    tx,
    part.map(({ after }) => after),
  )
  if (judged?.some((one) => !isRowWithoutIssues(one)) === true) throw new StaleDryRunError()
  const offered = await kind.identity?.findOffered(tx)
  if (offered !== undefined) {
    const rows = part.map(({ row_id: id, after }) => ({
      line: 0,
      read: {},
      row: after,
      standing: id === null ? undefined : standing.get(id),
      isGood: true,
    }))
    if (new CrossRowChecker(kind).findIssues(rows, offered).some((issues) => issues.length > 0))
      throw new StaleDryRunError()
  }
  // New and changed rows are looked up together, so that a new row cannot match a stored row that
  // belongs to a changed row.
  const found = await (kind.store.findSame ?? kind.store.find)(
    tx,
    part.map(({ after }) => after),
  )
  // An earlier row of the file can change the stored row to which a new row is equal.
  const isNew = ({ action }: ImportedRow, at: number) => {
    const there = found[at]
    return action !== 'new' || there === undefined || ('id' in there && standing.has(there.id))
  }
  if (!part.every(isNew)) throw new StaleDryRunError()
}
