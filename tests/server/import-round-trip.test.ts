import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyCell, identifierCell, textUpTo } from '#server/features/imports/cell-readers'
import { EXAMPLE_ROW_MARKER, readCells } from '#server/features/imports/cells'
import { openSheets } from '#server/features/imports/file/open-sheets'
import { parseHeadings } from '#server/features/imports/headings'
import type { ImportKindDefinition, RowValues } from '#server/features/imports/import-kind'
import { isStorable } from '#server/platform/database/queries/storable'
import { writeCsv } from '#server/platform/sheets/csv'
import type { ExportSheet } from '#server/platform/sheets/sheet'
import { writeXlsx } from '#server/platform/sheets/xlsx'

interface Line {
  readonly code: string
  readonly remark: string
  readonly fen: number
}

const column = (field: string, read: ImportKindDefinition['columns'][number]['read']) => ({
  field,
  title: { zh: field, en: field },
  read,
  blank: '',
  example: '',
})

const kind: ImportKindDefinition = {
  name: 'round-trip',
  title: { zh: '往返', en: 'Round trip' },
  about: { zh: '', en: '' },
  roles: [],
  columns: [
    column('code', identifierCell()),
    column('remark', textUpTo(500)),
    column('fen', moneyCell()),
  ],
  keysOf: () => [],
  store: {
    find: async () => [],
    byId: async () => [],
    add: async () => [],
    change: async () => {},
    remove: async () => {},
  },
}

const sheetOf = (lines: readonly Line[]): ExportSheet<Line> => ({
  title: '往返',
  language: 'zh',
  columns: [
    { title: { zh: 'code', en: 'code' }, cell: ({ code }) => code },
    { title: { zh: 'remark', en: 'remark' }, cell: ({ remark }) => remark },
    { title: { zh: 'fen', en: 'fen' }, cell: ({ fen }) => fen / 100, numberFormat: '0.00' },
  ],
  batches: (async function* () {
    yield lines
  })(),
})

async function readBack(chunks: AsyncIterable<Uint8Array>): Promise<RowValues[]> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const [sheet] = await openSheets(new Uint8Array(Buffer.concat(parts)))
  if (sheet === undefined) throw new Error('A table has a sheet.')
  const rows: RowValues[] = []
  let headings: ReturnType<typeof parseHeadings>
  for await (const row of sheet.rows()) {
    if (headings === undefined) {
      headings = parseHeadings(kind, row.cells)
      continue
    }
    const read = readCells(kind, headings, row, sheet.facts)
    if (typeof read === 'string') throw new Error(`Line ${row.line} was skipped: ${read}.`)
    expect(read.issues).toEqual([])
    rows.push(read.row)
  }
  return rows
}

// Texts that every import refuses on purpose.
const isRefused = (text: string) =>
  /^[+-]?\d([.,]\d+)?E\+\d+$/i.test(text) || /^#[A-Z/0!?#]+$/i.test(text)
const codes = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
  fc.stringMatching(/^0{1,5}[0-9]{1,12}$/),
  fc.stringMatching(/^[1-9][0-9]{17}$/),
)
const remarks = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom('=', '+', '-', '@', "'", "''", "'=", "'0", '＝', '"', '_x0041_', '0', '\t'),
        fc.string({ unit: 'binary-ascii', maxLength: 20 }),
      )
      .map(([sign, text]) => sign + text),
    fc.constantFrom(
      '一\n二',
      '一\r\n二',
      'a,b',
      'a;b\tc',
      '"引"',
      '00123',
      '1.10',
      '是',
      '2026-09-01',
    ),
  )
  // A spreadsheet cannot hold control characters.
  .map((text) => text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g, ''))
  .filter((text) => isStorable(text) && !isRefused(text.trim()))
const table = fc.array(
  fc.record({ code: codes, remark: remarks, fen: fc.integer({ min: 0, max: 100_000_000 }) }),
  { minLength: 1, maxLength: 20 },
)

describe('round trip of exporter and importer', () => {
  const stored = ({ code, remark, fen }: Line): RowValues => {
    const reading = remark.trim() === '' ? { value: '' } : textUpTo(500)(remark)
    return { code, remark: 'value' in reading ? reading.value : '', fen }
  }
  test.each([
    ['CSV', writeCsv<Line>],
    ['XLSX', writeXlsx<Line>],
  ] as const)(
    'any table that is exported as %s is the same after it is imported',
    async (_format, write) => {
      await fc.assert(
        fc.asyncProperty(table, async (lines) => {
          fc.pre(lines.every(({ code }) => !code.startsWith(EXAMPLE_ROW_MARKER)))
          fc.pre(lines.every(({ code }) => !/^(total|sum)$/i.test(code)))
          expect(await readBack(write(sheetOf(lines)))).toEqual(lines.map(stored))
        }),
        { numRuns: 150 },
      )
    },
  )
})
