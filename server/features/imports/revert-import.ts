import { importTexts } from '#i18n/imports'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAuditEntry } from '../office/public.ts'
import { COMMAND_LINE_ACTOR, readRowBatches } from './apply.ts'
import { hasSameValues } from './dry-run.ts'
import type { ImportJob, ImportContext } from './import-job.ts'
import type { ImportedRow } from './imported-row.ts'
import { listFields } from './side-fields.ts'
import {
  findImportById,
  type ImportRecord,
  findLaterImport,
  lockImports,
  updateImport,
  changeImportState,
} from './store.ts'
import { referringTable, describeConstraintViolation } from './write-batch.ts'

/** The staff member who reverts an import, and the reason. */
export interface RevertImportParams {
  readonly by: string | null
  readonly reason: string
}

/** Starts reverting an import, in one transaction. The state of the import shows the result. */
export async function beginImportRevert(
  work: ImportContext,
  job: ImportJob,
  taking: RevertImportParams,
) {
  const now = work.clock.now()
  const found = await findImportById(work.db, job.id)
  if (
    found === undefined ||
    !(await changeImportState(work.db, job.id, { from: 'applied', to: 'taking-back', now }))
  )
    return { says: importTexts.notApplied }
  return { work: revertImport(work, job, taking, found) }
}

async function revertImport(
  work: ImportContext,
  job: ImportJob,
  taking: RevertImportParams,
  found: ImportRecord,
) {
  const { db, clock } = work
  const back = (problem: LocalizedText) =>
    updateImport(db, job.id, { state: 'applied', problem, beat_at: clock.now() })
  try {
    await db.transaction().execute((tx) => undo(work, tx, job, taking, found))
  } catch (error) {
    const table = referringTable(error)
    const refused = describeConstraintViolation(error)
    if (error instanceof ImportInUseError) await back(error.says)
    else if (table !== undefined)
      await back(filledBoth(importTexts.builtOn, fillTemplateText(importTexts.usedBy, table)))
    // The rows from before the import conflict with data that was written since.
    else if (refused !== undefined) await back(filledBoth(importTexts.builtOn, refused))
    else {
      await back(importTexts.failed)
      throw error
    }
  }
}

/** Thrown when later data depends on the import, so that it cannot be reverted. */
class ImportInUseError extends Error {
  override readonly name = 'ImportInUseError'

  readonly says: LocalizedText

  constructor(says: LocalizedText) {
    super(says.en)
    this.says = says
  }
}

async function undo(
  work: ImportContext,
  tx: Db,
  job: ImportJob,
  taking: RevertImportParams,
  found: ImportRecord,
) {
  const { kind, id } = job
  const now = work.clock.now()
  await lockImports(tx)
  const later = await findLaterImport(tx, { id, kind: kind.name })
  if (later !== undefined)
    throw new ImportInUseError(
      fillTemplateText(importTexts.laterImport, later.file_name, toChinaMinute(later.applied_at)),
    )
  await kind.lock?.(tx, id)
  const origin = { import: id, by: taking.by, reason: taking.reason }
  let done = 0
  const beat = async (rows: number) => {
    done += rows
    await updateImport(work.db, id, { done, beat_at: work.clock.now() })
  }
  if (found.withdrew)
    for await (const part of readRowBatches(tx, id, ['withdrawn'])) {
      await kind.withdrawal?.restore(
        tx,
        part.map(({ row_id }) => row_id),
        now,
        origin,
      )
      await beat(part.length)
    }
  // An added row can have the place that a changed row left, so it is removed first.
  for await (const part of readRowBatches(tx, id, ['new'])) {
    await assertUnchangedSinceImport(tx, job, part)
    const added = part.map(({ row_id }) => row_id)
    const why = await kind.explainRemovalRefusal?.(tx, added)
    if (why !== undefined) throw new ImportInUseError(filledBoth(importTexts.builtOn, why))
    await kind.store.remove(tx, added, now, origin)
    await beat(part.length)
  }
  for await (const part of readRowBatches(tx, id, ['changed'])) {
    await assertUnchangedSinceImport(tx, job, part)
    await kind.store.change(
      tx,
      part.map(({ row_id, before }) => ({ id: row_id, row: before })),
      now,
      origin,
    )
    const gone = part.filter((row) => row.was_withdrawn).map(({ row_id }) => row_id)
    if (gone.length > 0) await kind.withdrawal?.withdraw(tx, gone, now, origin)
    await beat(part.length)
  }
  if (!(await changeImportState(tx, id, { from: 'taking-back', to: 'taken-back', now })))
    throw new ImportInUseError(importTexts.failed)
  await updateImport(tx, id, { taken_back_at: now, taken_back_by: taking.by, done })
  await recordAuditEntry(tx, {
    staff: taking.by ?? COMMAND_LINE_ACTOR,
    action: 'imports.takeBack',
    about: `import:${id}`,
    reason: taking.reason,
    details: { kind: kind.name, file: found.file_name, sha256: found.sha256 },
    now,
  })
}

async function assertUnchangedSinceImport(
  tx: Db,
  { kind }: ImportJob,
  part: readonly ImportedRow[],
): Promise<void> {
  const standing = new Map(
    (
      await kind.store.byId(
        tx,
        part.map(({ row_id }) => row_id),
        listFields(part.map(({ after }) => after)),
      )
    ).map((one) => [one.id, one]),
  )
  for (const { row_id: id, key, after } of part) {
    const now = standing.get(id)
    if (now === undefined) throw new ImportInUseError(fillTemplateText(importTexts.goneSince, key))
    if (now.withdrawn || !hasSameValues(now.row, after))
      throw new ImportInUseError(fillTemplateText(importTexts.changedSince, key))
  }
}

const filledBoth = (
  text: { zh: (why: string) => string; en: (why: string) => string },
  why: LocalizedText,
): LocalizedText => ({ zh: text.zh(why.zh), en: text.en(why.en) })
