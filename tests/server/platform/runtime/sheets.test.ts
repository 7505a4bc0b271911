import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { encodeCsvRows, writeCsv } from '#server/platform/sheets/csv'
import type { SheetCell, ExportSheet } from '#server/platform/sheets/sheet'
import { writeXlsx } from '#server/platform/sheets/xlsx'

const MARK = '\uFEFF'
interface Row {
  readonly name: SheetCell
  readonly fen: SheetCell
}
const sheetOf = (...batches: Row[][]): ExportSheet<Row> => ({
  title: '名单',
  language: 'en',
  columns: [
    {
      title: { zh: '姓名', en: 'Name' },
      cell: ({ name }, language) => (name === null ? null : `${name} ${language}`),
    },
    { title: { zh: '金额', en: 'Sum' }, cell: ({ fen }) => fen, numberFormat: '0.00' },
  ],
  batches: (async function* () {
    yield* batches
  })(),
})
async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer[]> {
  const found: Buffer[] = []
  for await (const chunk of chunks) found.push(Buffer.from(chunk))
  return found
}

test('a table is streamed as CSV in batches, headings first, in one language', async () => {
  const sheet = sheetOf([{ name: 'Ann', fen: 5 }], [], [{ name: null, fen: null }])
  const said = (await all(writeCsv(sheet))).map(String)
  expect(said).toEqual([`${MARK}Name,Sum\r\n`, 'Ann en,5\r\n', ',\r\n'])
  expect((await all(writeCsv(sheetOf()))).map(String)).toEqual([`${MARK}Name,Sum\r\n`])
})

test('CSV rows can be written without a header', () => {
  const text = (begins?: boolean) =>
    Buffer.from(encodeCsvRows([['a']], begins === undefined ? {} : { begins })).toString()
  expect([text(), text(false), text(true)]).toEqual(['a\r\n', 'a\r\n', `${MARK}a\r\n`])
  expect(Buffer.from(encodeCsvRows([['a']])).toString()).toBe('a\r\n')
})

test('no spreadsheet program evaluates a text that a user wrote as a formula, and a number stays a number', () => {
  const cell = (value: SheetCell) =>
    Buffer.from(encodeCsvRows([[value]]))
      .toString()
      .slice(0, -2)
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])
    expect(cell(`${sign}1`)).toBe(`'${sign}1`)
  expect([cell('\r1'), cell('\n1')]).toEqual([`"'\r1"`, `"'\n1"`])
  for (const plain of ['1=1', ' =1', '１', 'a-b']) expect(cell(plain)).toBe(plain)
  expect([cell(-5), cell(-0.5), cell(null)]).toEqual(['-5', '-0.5', ''])
  // A line break inside a cell does not begin a new row.
  expect([cell('a\rb'), cell('a\nb'), cell('a,"b"')]).toEqual(['"a\rb"', '"a\nb"', '"a,""b"""'])
})

test('a table is exported as XLSX with text cells, number cells and a frozen row of headings', async () => {
  const rows = Array.from({ length: 3 }, (_, at) => ({ name: `=1+${at}`, fen: at + 0.5 }))
  const bytes = Buffer.concat(await all(writeXlsx(sheetOf(rows.slice(0, 2), [], rows.slice(2)))))
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  const [sheet] = sheets
  expect(sheet?.name).toBe('名单')
  expect(sheet?.rows).toEqual([
    ['Name', 'Sum'],
    ['=1+0 en', 0.5],
    ['=1+1 en', 1.5],
    ['=1+2 en', 2.5],
  ])
  expect(sheet?.freezePane).toMatchObject({ rows: 1 })
  const formats = [0, 1].map((column) => sheet?.cells?.get(`1,${column}`)?.style?.numFmt)
  expect(formats).toEqual(['@', '0.00'])
  expect(sheet?.columns?.map(({ width }) => width)).toEqual([16, 16])
})
