import { writeXlsxStream } from 'hucre/xlsx'
import { cellsOf, headOf, type Sheet } from './sheet.ts'

/**
 * A table as XLSX while its rows come. A text cell is text in the file, also when it begins like a
 * formula, and its column is formatted as text: no program runs it or takes a long number for
 * 1.1E+17.
 */
export const xlsxOf = <Row>(sheet: Sheet<Row>): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rowsOf(sheet), {
    name: sheet.title,
    columns: headOf(sheet).map((header, at) => ({
      header,
      width: WIDTH,
      numFmt: sheet.columns[at]?.figures ?? TEXT,
    })),
    freezePane: { rows: 1 },
  })

const TEXT = '@'
const WIDTH = 16

async function* rowsOf<Row>(sheet: Sheet<Row>) {
  for await (const rows of sheet.batches) for (const row of rows) yield cellsOf(sheet, row)
}
