import { writeXlsxStream } from 'hucre/xlsx'
import { type SheetCell, rowCells, sheetHeadings, type Sheet } from './sheet.ts'

/**
 * A table as XLSX while its rows come. A text cell is text in the file, also when it begins like a
 * formula, and its column is formatted as text: no program runs it or takes a long number for
 * 1.1E+17.
 */
export const writeXlsx = <Row>(sheet: Sheet<Row>): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rowsOf(sheet), {
    name: sheet.title,
    columns: sheetHeadings(sheet).map((header, at) => ({
      header,
      width: WIDTH,
      numFmt: sheet.columns[at]?.numberFormat ?? TEXT,
    })),
    freezePane: { rows: 1 },
  })

const TEXT = '@'
const WIDTH = 16

async function* rowsOf<Row>(sheet: Sheet<Row>) {
  for await (const rows of sheet.batches)
    for (const row of rows) yield rowCells(sheet, row).map(escapeLiteral)
}

// `_x0041_` is how a workbook spells a sign that XML does not have (ECMA-376-1 § 22.4.2.4); the
// writer does not escape a text that only looks so.
const escapeLiteral = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' ? cell.replaceAll(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x') : cell
