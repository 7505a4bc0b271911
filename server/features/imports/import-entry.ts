import * as v from 'valibot'
import { type ImportEntry, SKIP_REASONS } from '#contract/imports'
import type { Language } from '#i18n/translate'
import type { ImportKindDefinition } from './import-kind.ts'
import type { ImportedRow } from './imported-row.ts'
import { getImportKind } from './kinds/index.ts'
import type { ImportRecord } from './store.ts'

const SkippedLinesSchema = v.array(
  v.object({ why: v.picklist(SKIP_REASONS), count: v.number(), lines: v.array(v.number()) }),
)

/** The skipped lines of an import's file, by reason. */
export const parseSkippedLines = ({ skipped }: Pick<ImportRecord, 'skipped'>) =>
  v.parse(SkippedLinesSchema, skipped)

/** Converts an import to the format of the office's calls. */
export const toImportEntry = (row: ImportRecord, language: Language): ImportEntry => ({
  ownColumns: undefined,
  id: row.id,
  kind: row.kind,
  title: getImportKind(row.kind)?.title[language] ?? row.kind,
  file: row.file_name,
  sha256: row.sha256,
  format: row.format,
  by: row.staff_code ?? '',
  name: row.name ?? '',
  at: row.at.toISOString(),
  state: row.state,
  done: row.done,
  total: row.total,
  problem: row.problem?.[language] ?? '',
  unknown: row.unknown,
  sheet: row.sheet,
  sheets: row.sheets,
  lines: row.lines,
  skipped: parseSkippedLines(row),
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  withdrawn: row.withdrawn,
  refused: row.refused,
  warned: row.warned,
  absenceKnown: row.absence_known,
  appliedAt: row.applied_at?.toISOString() ?? null,
  withdrew: row.withdrew,
  takenBackAt: row.taken_back_at?.toISOString() ?? null,
})

/** The titles of the columns whose values change in a row. */
export function listChangedColumns(
  kind: ImportKindDefinition,
  { action, before, after }: ImportedRow,
  language: Language,
): string[] {
  if (action !== 'changed') return []
  return Object.keys(after)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => kind.columns.find((one) => one.field === field)?.title[language] ?? field)
}
