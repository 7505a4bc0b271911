import { valueWords } from '#words/import-values'
import { importWords } from '#words/imports'
import type { Headings } from './headings.ts'
import type { Kind, Row, Trouble, Value } from './kind.ts'

/** One row of a file, read: what it says, and what is wrong with it. */
export interface Read {
  readonly row: Row
  readonly troubles: readonly Trouble[]
}

/** Read a row of a file by its headings; nothing when it is blank or the template's example. */
export function readCells(
  kind: Kind,
  { columns }: Headings,
  cells: readonly string[],
): Read | undefined {
  const row: Record<string, Value> = {}
  const troubles: Trouble[] = []
  const texts = columns.map((_column, at) => cleaned(cells[at] ?? ''))
  if (texts.every((text) => text === '')) return undefined
  if (columns.every((column, at) => column === undefined || texts[at] === column.example))
    return undefined
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue
    const { field, needed, keeps, blank = null, read } = column
    const text = texts[at] ?? ''
    if (text === '') {
      if (needed === true) troubles.push({ field, says: valueWords.needed })
      else if (keeps !== true) row[field] = blank
      continue
    }
    const reading = spoilt(text) ?? read(text)
    if ('value' in reading) row[field] = reading.value
    else troubles.push({ field, says: reading.says })
  }
  return { row, troubles: troubles.length > 0 ? troubles : (kind.check?.(row) ?? []) }
}

/** What a new row gets beside what its file says. */
export const blanksOf = ({ columns }: Kind): Row =>
  Object.fromEntries(
    columns.flatMap(({ field, blank }) => (blank === undefined ? [] : [[field, blank]])),
  )

/** The cell of a row in which a trouble lies. */
export const cellOf = (
  { columns }: Headings,
  cells: readonly string[],
  { field }: Trouble,
): { column: string; value: string } => {
  const at = columns.findIndex((column) => column?.field === field)
  return at < 0
    ? { column: importWords.wholeRow.zh, value: '' }
    : { column: columns[at]?.title.zh ?? '', value: cells[at] ?? '' }
}

// Tricks that keep a spreadsheet from spoiling a number: ="0012", '0012, a tab in front.
const cleaned = (cell: string) =>
  cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[-=+@\d])/, '')
    .trim()

function spoilt(text: string) {
  if (/^[+-]?\d([.,]\d+)?E\+\d+$/i.test(text)) return { says: valueWords.spoiled }
  return /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|####+)$/i.test(text)
    ? { says: valueWords.formulaError }
    : undefined
}
