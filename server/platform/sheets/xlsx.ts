import { writeXlsx as writeWholeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { type SheetCell, rowCells, sheetHeadings, type ExportSheet } from './sheet.ts'

/**
 * Writes a table as XLSX, streaming its rows. Text cells are stored as text and their columns are
 * formatted as text, so that no program runs a formula in them or shows a long number as 1.1E+17.
 */
export const writeXlsx = <Row>(sheet: ExportSheet<Row>): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rowsOf(sheet), {
    name: toSheetName(sheet.title),
    columns: sheetHeadings(sheet).map((header, at) => ({
      header,
      width: WIDTH,
      numFmt: sheet.columns[at]?.numberFormat ?? TEXT,
    })),
    freezePane: { rows: 1 },
  })

/** Writes a workbook of several small sheets, whose cells are text. */
export const writeWorkbook = (
  sheets: readonly { readonly name: string; readonly rows: readonly (readonly string[])[] }[],
): Promise<Uint8Array> =>
  writeWholeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name,
      columns: (rows[0] ?? []).map(() => ({ width: WIDTH, numFmt: TEXT })),
      rows: rows.map((row) => row.map(escapeLiteral)),
      freezePane: { rows: 1 },
    })),
  })

// Excel opens no workbook whose sheet has a longer name, or one with these characters.
const toSheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)

const TEXT = '@'
const WIDTH = 16

async function* rowsOf<Row>(sheet: ExportSheet<Row>) {
  for await (const rows of sheet.batches)
    for (const row of rows) yield rowCells(sheet, row).map(escapeLiteral)
}

// A workbook escapes characters that XML does not allow as `_x0041_` (ECMA-376-1 § 22.4.2.4). The
// library does not escape text that looks like such an escape, so this function does.
const escapeLiteral = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' ? cell.replaceAll(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x') : cell
