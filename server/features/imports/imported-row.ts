import * as v from 'valibot'
import type { ImportAction } from '#contract/imports'
import type { RowValues, CellValue } from './import-kind.ts'
import type { readImportRows } from './store.ts'

const Image: v.GenericSchema<unknown, Record<string, CellValue>> = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())]),
)

/**
 * A row of an import to be written. If there are no values from before or after the import, that
 * part is empty.
 */
export interface ImportedRow {
  readonly id: string
  readonly key: string
  readonly action: ImportAction
  readonly row_id: string
  readonly before: RowValues
  readonly after: RowValues
  readonly was_withdrawn: boolean
}

/** Parses the values of an import's row before and after the import. */
export const readImportedRow = (
  row: Awaited<ReturnType<typeof readImportRows>>[number],
): ImportedRow => ({
  id: row.id,
  key: row.key,
  action: row.action,
  row_id: row.row_id ?? '',
  before: v.parse(Image, row.before ?? {}),
  after: v.parse(Image, row.after ?? {}),
  was_withdrawn: row.was_withdrawn,
})
