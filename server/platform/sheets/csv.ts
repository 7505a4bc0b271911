import { stringify } from 'csv-stringify/sync'
import { type SheetCell, rowCells, sheetHeadings, type Sheet } from './sheet.ts'

/** A table as CSV while its rows come. */
export async function* writeCsv<Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> {
  yield encodeCsvRows([sheetHeadings(sheet)], { begins: true })
  for await (const rows of sheet.batches)
    if (rows.length > 0) yield encodeCsvRows(rows.map((row) => rowCells(sheet, row)))
}

/**
 * Rows as CSV for spreadsheet programs. A file begins with a byte-order mark, without which Excel
 * takes Chinese for something else.
 */
export const encodeCsvRows = (
  rows: readonly (readonly SheetCell[])[],
  { begins = false }: { begins?: boolean } = {},
): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => row.map(escapeFormula)),
      {
        bom: begins,
        record_delimiter: 'windows',
        // The writer quotes its own ends of line only, and a lone one begins a row all the same.
        quoted_match: /[\r\n]/,
      },
    ),
  )

// Text that a spreadsheet program would run as a formula is led by an apostrophe, as OWASP's page
// on CSV injection says. A number is a number, also below zero.
const escapeFormula = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' && FORMULA_START.test(cell) ? `'${cell}` : cell

// A text that begins so already gets one more, or an import would take its own for ours.
const FORMULA_START = /^(?:[=+\-@\t\r\n＝＋－＠]|'+[=+\-@\t\r\n＝＋－＠\d])/
