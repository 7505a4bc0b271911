import type { SKIP_REASONS } from '#contract/imports'
import { importValueTexts } from '#i18n/import-values'
import { fillTemplateText } from '#i18n/translate'
import type { SheetRow } from './file/sheet-rows.ts'
import type { ParsedHeadings } from './headings.ts'
import type {
  ImportColumn,
  ImportFileFacts,
  ImportKindDefinition,
  RowValues,
  RowIssue,
  CellValue,
} from './import-kind.ts'

/** A parsed row of a file: its values and issues. */
export interface ParsedRow {
  readonly row: RowValues
  readonly issues: readonly RowIssue[]
}

/** Why a line of a file is skipped. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** The mark of the template's example row, in its first cell. */
export const EXAMPLE_ROW_MARKER = '#示例：'

/** The default maximum of characters in a cell. */
const MOST_IN_CELL = 1000

/**
 * Parses a row of a file by its headings, or returns why the row is skipped. Blank rows, totals and
 * the template's marked example are skipped. Any other row that cannot be parsed has issues.
 */
export function readCells(
  kind: ImportKindDefinition,
  { columns }: ParsedHeadings,
  { cells, formulas }: Pick<SheetRow, 'cells' | 'formulas'>,
  facts: ImportFileFacts,
): ParsedRow | SkipReason {
  const first = cells.find((cell) => cell.trim() !== '')?.trim()
  if (first === undefined) return 'blank'
  if (first.startsWith(EXAMPLE_ROW_MARKER)) return 'example'
  if (isTotal(kind, cells))
    return { row: {}, issues: [{ field: '', says: importValueTexts.totalRow }] }
  const row: Record<string, CellValue> = {}
  const rowIssues: RowIssue[] = []
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue
    const {
      field,
      needed,
      isBlankIgnored,
      blank = null,
      maxCharacters = MOST_IN_CELL,
      read,
    } = column
    const cell = cells[at] ?? ''
    if (cell.length > maxCharacters * 2) {
      rowIssues.push({ field, says: fillTemplateText(importValueTexts.tooLong, maxCharacters) })
      continue
    }
    const text = facts.isText === true ? withoutTricks(cell) : cell.trim()
    if (formulas?.has(at) === true) rowIssues.push({ field, says: importValueTexts.noResult })
    else if (text === '') {
      if (needed === true) rowIssues.push({ field, says: importValueTexts.needed })
      else if (isBlankIgnored !== true) row[field] = blank
    } else {
      const reading = spoilt(text) ?? read(text, facts)
      if ('value' in reading) row[field] = reading.value
      else rowIssues.push({ field, says: reading.says })
    }
  }
  return { row, issues: rowIssues.length > 0 ? rowIssues : (kind.check?.(row) ?? []) }
}

const TOTAL = /^(合\s*计|总\s*计|小\s*计|总\s*和|total|sum)\s*[:：]?$/i

// Whether a row is a total below a list, which is skipped. In some kinds a row can begin with 合计 as
// text; there a row is a total only if it contains no other text.
function isTotal({ isOfWords }: ImportKindDefinition, cells: readonly string[]): boolean {
  const [first = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return TOTAL.test(first) && !(isOfWords === true && others.some((other) => /\p{L}/u.test(other)))
}

/** Fills in the values of merged cells that begin above this row, but below the headings. */
export function fillMergedCells(
  { cells, mergedCells = [] }: SheetRow,
  headingsLine: number,
): string[] {
  const whole = [...cells]
  for (const { column, from, text } of mergedCells)
    if (from > headingsLine) {
      while (whole.length < column) whole.push('')
      whole[column] = text
    }
  return whole
}

/**
 * Truncates a cell for display to the maximum of its column, and removes what the database cannot
 * store.
 */
export const truncateCell = (
  cell: string,
  { maxCharacters = MOST_IN_CELL }: Pick<ImportColumn, 'maxCharacters'> = {},
): string => storable(cell.length > maxCharacters ? `${cell.slice(0, maxCharacters)}…` : cell)

const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString()

/** The values of a new row for the columns that the file does not have. */
export const getDefaultValues = ({ columns }: ImportKindDefinition): RowValues =>
  Object.fromEntries(
    columns.flatMap(({ field, blank }) => (blank === undefined ? [] : [[field, blank]])),
  )

/** The index of the column of an issue; -1 for the whole row. */
export const findColumnIndex = ({ columns }: ParsedHeadings, { field }: RowIssue): number =>
  columns.findIndex((column) => column?.field === field)

// Removes the notations that protect text in spreadsheets: ="0012", '0012, '=1+1. This app's
// exports write one more apostrophe before such texts, and it is removed here.
const withoutTricks = (cell: string) =>
  cell
    .trimStart()
    .replace(/^="(.*)"\s*$/s, '$1')
    .replace(/^'(?='*[-=+@＝＋－＠\d\t\r\n])/, '')
    .trim()

function spoilt(text: string) {
  if (/^[+-]?\d([.,]\d+)?E\+\d+$/i.test(text)) return { says: importValueTexts.spoiled }
  return /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|####+)$/i.test(text)
    ? { says: importValueTexts.formulaError }
    : undefined
}
