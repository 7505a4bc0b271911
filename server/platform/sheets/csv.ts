import { stringify } from 'csv-stringify/sync'
import { type SheetCell, rowCells, sheetHeadings, type ExportSheet } from './sheet.ts'

/** Writes a table as CSV, streaming its rows. */
export async function* writeCsv<Row>(sheet: ExportSheet<Row>): AsyncGenerator<Uint8Array> {
  yield encodeCsvRows([sheetHeadings(sheet)], { begins: true })
  for await (const rows of sheet.batches)
    if (rows.length > 0) yield encodeCsvRows(rows.map((row) => rowCells(sheet, row)))
}

/**
 * Encodes rows as CSV for spreadsheet programs. A file begins with a byte-order mark, without which
 * Excel assumes another encoding and garbles Chinese.
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
        // The library quotes cells that contain its own line ending only. A lone CR or LF would
        // also start a new row.
        quoted_match: /[\r\n]/,
      },
    ),
  )

// Text that a spreadsheet program would run as a formula gets an apostrophe before it, as OWASP
// recommends against CSV injection. Numbers are not changed, including negative ones.
const escapeFormula = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' && FORMULA_START.test(cell) ? `'${cell}` : cell

// Text that begins with an apostrophe and such a character gets a second apostrophe, so that an
// import can distinguish an apostrophe of the text from the added one.
const FORMULA_START = /^(?:[=+\-@\t\r\n＝＋－＠]|'+[=+\-@\t\r\n＝＋－＠\d])/
