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
        // The library quotes cells with its own line ending only, but a lone CR or LF starts a row
        // too.
        quoted_match: /[\r\n]/,
      },
    ),
  )

// Text that a spreadsheet program would run as a formula is prefixed with an apostrophe, as OWASP
// recommends against CSV injection. Numbers, also negative ones, are not changed.
const escapeFormula = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' && FORMULA_START.test(cell) ? `'${cell}` : cell

// A text that begins with an apostrophe and such a character gets one more, so that an import can
// tell its own apostrophe from the added one.
const FORMULA_START = /^(?:[=+\-@\t\r\n＝＋－＠]|'+[=+\-@\t\r\n＝＋－＠\d])/
