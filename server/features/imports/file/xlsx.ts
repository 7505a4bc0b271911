import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { importWords } from '#words/imports'
import { MOST_COLUMNS, type Sheet, type SheetRow, Unreadable } from './rows.ts'
import { zipEntries } from './zip.ts'

// What a sheet may grow to, which is read as a stream, and all else: the texts that cells share are
// read into memory, where they take some forty times as much. The library stops where an entry is
// larger than it says of itself.
const MOST_SHEET_BYTES = 512 * 2 ** 20
const MOST_BYTES_BESIDE = 12 * 2 ** 20

/** The first sheet of a workbook. */
export async function openXlsx(bytes: Uint8Array): Promise<Sheet> {
  const entries = zipEntries(bytes)
  const size = (isSheet: boolean) =>
    entries
      .filter(({ path }) => /^xl\/worksheets\/[^/]+$/i.test(path) === isSheet)
      .reduce((all, entry) => all + entry.size, 0)
  if (entries.length === 0) throw new Unreadable(importWords.badXlsx)
  if (size(true) > MOST_SHEET_BYTES || size(false) > MOST_BYTES_BESIDE)
    throw new Unreadable(importWords.tooLarge)
  let estimate = 0
  for await (const _row of rowsOf(bytes)) estimate += 1
  return { format: 'XLSX', estimate, rows: () => rowsOf(bytes) }
}

async function* rowsOf(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { range: RANGE }))
      yield { line: index + 1, cells: values.map(textOf) }
  } catch (error) {
    // The library has errors of many names; that of an aborted read is none of its own.
    throw error instanceof Unreadable ? error : new Unreadable(importWords.badXlsx)
  }
}

const RANGE = `A1:${letters(MOST_COLUMNS)}1048576`

function letters(column: number): string {
  const rest = (column - 1) % 26
  const last = String.fromCharCode(65 + rest)
  return column > 26 ? letters((column - 1 - rest) / 26) + last : last
}

/** A cell as somebody would type it. */
function textOf(cell: CellValue): string {
  if (cell === null || cell === undefined) return ''
  // Its wall clock, whatever zone: that is what the sheet shows.
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace('T', ' ')
      .replace(/:\d\d\.\d{3}Z$/, '')
      .replace(/ 00:00$/, '')
  // More than 15 digits were lost when they were typed: they show as 1.1E+17 and are refused so.
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return cell.toExponential().toUpperCase()
  return typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell)
}
