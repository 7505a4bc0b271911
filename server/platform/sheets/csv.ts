import { stringify } from 'csv-stringify/sync'
import { type Cell, cellsOf, headOf, type Sheet } from './sheet.ts'

/** A table as CSV while its rows come. */
export async function* csvOf<Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> {
  yield csvBytes([headOf(sheet)], { begins: true })
  for await (const rows of sheet.batches)
    if (rows.length > 0) yield csvBytes(rows.map((row) => cellsOf(sheet, row)))
}

/**
 * Rows as CSV for spreadsheet programs. A file begins with a byte-order mark, without which Excel
 * takes Chinese for something else.
 */
export const csvBytes = (
  rows: readonly (readonly Cell[])[],
  { begins = false }: { begins?: boolean } = {},
): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => row.map(harmless)),
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
const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && LED.test(cell) ? `'${cell}` : cell

// A text that begins so already gets one more, or an import would take its own for ours.
const LED = /^(?:[=+\-@\t\r\n＝＋－＠]|'+[=+\-@\t\r\n＝＋－＠\d])/
