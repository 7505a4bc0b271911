import { stringify } from 'csv-stringify/sync'
import * as v from 'valibot'
import { importTexts } from '#i18n/imports'
import type { Language, LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { loadCampusColumns } from './campus-columns.ts'
import { isRefusalHeading, getRefusalHeadings } from './headings.ts'
import type { ImportKindDefinition } from './import-kind.ts'
import { getImportKind } from './kinds/index.ts'
import { readImportRows } from './store.ts'
import { UTF8_BYTE_ORDER_MARK } from './template.ts'

const TextSchema: v.GenericSchema<unknown, LocalizedText> = v.object({
  zh: v.string(),
  en: v.string(),
})
const IssuesSchema = v.array(
  v.object({
    field: v.optional(v.string(), ''),
    at: v.optional(v.number(), -1),
    /** The column; rows of an older release contain the column's heading and cell instead. */
    column: v.optional(v.string()),
    value: v.optional(v.string()),
    says: TextSchema,
  }),
)

/** An issue or warning of a row, in one language. */
export interface DescribedIssue {
  readonly field: string
  readonly column: string
  readonly value: string
  readonly says: string
}

const SHOWN = 100

/** Describes the issues or warnings of a stored row; long cells are truncated. */
export function describeIssues(
  kind: ImportKindDefinition | undefined,
  stored: unknown,
  { cells, language }: { readonly cells: readonly string[] | null; readonly language: Language },
): DescribedIssue[] {
  return v.parse(IssuesSchema, stored ?? []).map(({ field, at, says, ...older }) => {
    const title = kind?.columns.find((one) => one.field === field)?.title ?? importTexts.wholeRow
    const value = older.value ?? cells?.[at] ?? ''
    return {
      field,
      column: older.column ?? title[language],
      value: value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value,
      says: says[language],
    }
  })
}

const ROWS_PER_QUERY = 2000

/**
 * Creates the file of an import's refused rows, each with its line number and issues. The file has
 * the columns of the original file, so it can be corrected and imported again.
 */
export async function createRefusedRowsFile(
  db: Db,
  {
    id,
    kind,
    headings,
  }: { readonly id: string; readonly kind: string; readonly headings: readonly string[] },
  language: Language,
): Promise<string> {
  const spell = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n' })
  const own = headings.flatMap((heading, at) => (isRefusalHeading(heading) ? [] : [at]))
  let text =
    UTF8_BYTE_ORDER_MARK +
    spell([[...own.map((at) => headings[at] ?? ''), ...getRefusalHeadings(language)]])
  const found = getImportKind(kind)
  const known = found && (await loadCampusColumns(db, found))
  let after = ''
  for (;;) {
    const rows = await readImportRows(db, id, { actions: ['refused'], after, most: ROWS_PER_QUERY })
    text += spell(
      rows.map(({ line, cells, troubles }) => {
        const wrong = describeIssues(known, troubles, { cells, language })
        const joined = (of: (one: DescribedIssue) => string) => wrong.map(of).join('；')
        return [
          ...own.map((at) => cells?.[at] ?? ''),
          String(line),
          joined(({ column }) => column),
          joined(({ value }) => value),
          joined(({ column, says }) => `${column}${COLON[language]}${says}`),
        ]
      }),
    )
    if (rows.length < ROWS_PER_QUERY) return text
    after = rows.at(-1)?.id ?? ''
  }
}

const COLON = { zh: '：', en: ': ' } as const
