import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyCell, identifierCell, textUpTo } from '#server/features/imports/cell-readers'
import { EXAMPLE_ROW_MARKER, readCells } from '#server/features/imports/cells'
import { openSheets } from '#server/features/imports/file/open-sheets'
import { parseHeadings } from '#server/features/imports/headings'
import type { ImportKindDefinition, RowValues } from '#server/features/imports/import-kind'
import { isStorable } from '#server/platform/database/queries/storable'
import { writeCsv } from '#server/platform/sheets/csv'
import type { ExportSheet } from '#server/platform/sheets/sheet'
import { writeXlsx } from '#server/platform/sheets/xlsx'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner, type FileRow } from '../support/backend/import-runner.ts'
import { enrolStudents } from '../support/backend/students.ts'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

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
const codes = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
    fc.stringMatching(/^0{1,5}[0-9]{1,12}$/),
    fc.stringMatching(/^[1-9][0-9]{17}$/),
  )
  // Such a row is an example or a total, and is skipped.
  .filter((code) => !code.startsWith(EXAMPLE_ROW_MARKER) && !/^(total|sum)$/i.test(code))
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

const format = fc.constantFrom('csv' as const, 'xlsx' as const)

const TERM = '2026-2027学年第一学期'
const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: 0 }

/** A list that the office imports and exports again. */
interface ImportedList {
  readonly kind: 'staff' | 'exams'
  readonly format: 'csv' | 'xlsx'
  readonly language: 'zh' | 'en'
  readonly rows: readonly {
    readonly texts: readonly [string, string, string]
    readonly who: number
  }[]
}
const importedList: fc.Arbitrary<ImportedList> = fc.record({
  kind: fc.constantFrom('staff', 'exams'),
  format,
  language: fc.constantFrom('zh', 'en'),
  rows: fc.array(fc.record({ texts: fc.tuple(remarks, remarks, remarks), who: fc.nat(2) }), {
    minLength: 1,
    maxLength: 6,
  }),
})

interface Table {
  readonly format: 'csv' | 'xlsx'
  readonly lines: readonly Line[]
}

const stored = ({ code, remark, fen }: Line): RowValues => {
  const reading = remark.trim() === '' ? { value: '' } : textUpTo(500)(remark)
  return { code, remark: 'value' in reading ? reading.value : '', fen }
}

test(
  'any table that is exported as CSV or XLSX is the same after it is imported',
  () =>
    runProperty<Table>({
      name: 'tables',
      runs: fc.record({ format, lines: table }),
      describeRun: ({ format: one, lines }) => [one, ...lines.map((line) => JSON.stringify(line))],
      check: async ({ format: one, lines }, { recordEvent, recordTrace }) => {
        const write = one === 'csv' ? writeCsv<Line> : writeXlsx<Line>
        const rows = await readBack(write(sheetOf(lines)))
        expect(rows).toEqual(lines.map(stored))
        recordEvent(
          one,
          lines.some(({ remark }) => /[\r\n]/.test(remark)) ? 'several lines' : 'one line',
        )
        recordTrace(rows)
      },
    }),
  PROPERTY_TIMEOUT_MS,
)

describe('kinds of imports that have an export', () => {
  let backend: Backend
  let office: SignedInUser
  let students: readonly string[]
  beforeAll(async () => {
    backend = await startBackend()
    office = await backend.signInAs('T4001')
    students = (await enrolStudents(backend, 3)).map(({ exam_number: exam }) => exam ?? '')
    await backend.db
      .insertInto('term')
      .values({ label: TERM, first_monday: '2026-08-31', weeks: 20 })
      .onConflict((found) => found.column('label').doNothing())
      .execute()
  })
  afterAll(() => backend.close())

  const toRows = ({ kind: name, rows }: ImportedList): FileRow[] =>
    rows.map(({ texts, who }, nth) =>
      name === 'staff'
        ? { 工号: `R${nth}`, 姓名: '李四', 部门: texts[0], 岗位: texts[1], 手机号: '13800000000' }
        : {
            学期: TERM,
            课程: texts[0],
            日期: `2026-10-${10 + nth}`,
            时间: '14:00-16:00',
            学号: students[who] ?? '',
            考场: texts[1],
            座位号: String(nth),
            备注: texts[2],
          },
    )
  const exportList = async ({ kind: name, format: one, language }: ImportedList) => {
    const filter = name === 'staff' ? { cohort: 'all' } : { find: '', kind: '', from: '', to: '' }
    const response = await backend.fetch(`/api/manage/exports/${name}`, {
      method: 'POST',
      headers: {
        authorization: office.token,
        'content-type': 'application/json',
        // The English table of the staff has roles that no import grants.
        'accept-language': name === 'staff' ? 'zh' : language,
      },
      body: JSON.stringify({ ...filter, format: one }),
    })
    expect(response.status).toBe(200)
    return new Uint8Array(await response.arrayBuffer())
  }

  test(
    'what was imported is the same in its exported table: each line of a file is written, unchanged or refused, a second import changes nothing, and neither does the import of the exported table',
    () =>
      runProperty<ImportedList>({
        name: 'import-exports',
        runs: importedList,
        describeRun: ({ rows, ...one }) => [
          JSON.stringify(one),
          ...rows.map((row) => JSON.stringify(row)),
        ],
        check: async (one, { recordEvent, recordTrace }) => {
          const { db } = backend
          await db.deleteFrom('exam').execute()
          await db.deleteFrom('staff').where('code', 'like', 'R%').execute()
          const imports = createImportRunner(backend)
          const rows = toRows(one)
          const first = await imports.dryRun(one.kind, rows)
          const { added, refused } = first.counts
          expect([first.problem, added + refused]).toEqual(['', rows.length])
          if (added > 0)
            expect(await imports.apply(one.kind, first.id, { skipRefused: true })).toBe('applied')
          const second = await imports.dryRun(one.kind, rows)
          expect(second.counts).toMatchObject({ ...NOTHING, unchanged: added, refused })
          const exported = await imports.dryRunFile(one.kind, await exportList(one))
          const listed = one.kind === 'staff' ? await countStaff() : added
          expect([exported.problem, exported.refused, exported.counts]).toEqual([
            '',
            [],
            { ...NOTHING, withdrawn: 0, unchanged: listed },
          ])
          recordEvent(`${one.kind} as ${one.format}`, refused > 0 ? 'some refused' : 'none refused')
          recordTrace([first.counts, second.counts])
        },
      }),
    PROPERTY_TIMEOUT_MS,
  )

  const countStaff = async () =>
    (await backend.db.selectFrom('staff').select('code').execute()).length
})
