import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeXlsx } from 'hucre/xlsx'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { openSheets } from '#server/features/imports/file/open-sheets'
import { importKinds } from '#server/features/imports/public'
import { readImportFixture } from '../support/backend/import-fixtures.ts'

const Cell = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
  v.object({ day: v.string() }),
  v.object({ number: v.number(), format: v.string() }),
])
type Cell = v.InferOutput<typeof Cell>
const Tables = v.record(v.string(), v.array(v.array(Cell)))
type Tables = v.InferOutput<typeof Tables>

/** The text of a cell as a spreadsheet program displays it. */
function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell !== 'object')
    return String(typeof cell === 'number' ? Number(cell.toPrecision(15)) : cell)
  if ('day' in cell) return cell.day
  // A number format that consists of zeros pads the number, as codes need.
  const digits = /^0+$/.test(cell.format) ? cell.format.length : 0
  return String(cell.number).padStart(digits, '0')
}

// Programs differ in whether they write the blank cells at the end of a row.
const trimmed = (cells: readonly string[]) => {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

const expected = (tables: Tables) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => trimmed(row.map(shown))),
    ]),
  )

async function read(bytes: Uint8Array): Promise<Record<string, string[][]>> {
  const found: Record<string, string[][]> = {}
  for (const sheet of await openSheets(bytes)) {
    const rows: string[][] = []
    for await (const { cells } of sheet.rows()) rows.push(trimmed(cells))
    found[sheet.name] = rows
  }
  return found
}

const tablesIn = (name: string): Tables =>
  v.parse(
    Tables,
    JSON.parse(readFileSync(new URL(`./fixtures/imports/corpus/${name}`, import.meta.url), 'utf8')),
  )
const tables = tablesIn('tables.json')

test.each(['openpyxl', 'xlsxwriter', 'exceljs', 'sheetjs'])(
  'the same rows of every import kind are read from the workbook written by %s',
  async (writer) => {
    expect(await read(readImportFixture(`corpus/${writer}.xlsx`))).toEqual(expected(tables))
  },
)

test.each(['libreoffice', 'libreoffice-ods'])(
  'the rows of every import kind, filled in as an office does, are read from the workbook written by %s',
  async (writer) => {
    const filledIn = tablesIn('libreoffice.json')
    // The workbooks are older than the kinds of which they have no worksheet.
    const kinds = importKinds.map(({ name }) => name).filter((name) => name in filledIn)
    expect(Object.keys(filledIn)).toEqual(kinds)
    expect(await read(readImportFixture(`corpus/${writer}.xlsx`))).toEqual(expected(filledIn))
  },
)

const folder = mkdtempSync(join(tmpdir(), 'baodao-corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Debian installs the packages for its own Python, which is not always the first one in PATH.
const pythons = ['python3', '/usr/bin/python3']
const python = pythons.find(
  (one) => spawnSync(one, ['-c', 'import openpyxl, xlsxwriter']).status === 0,
)

/** The current templates, and a list as a campus writes it. */
const today: Tables = {
  ...Object.fromEntries(
    importKinds.map(({ name, columns }) => [
      name,
      [columns.map(({ title }) => title.zh), columns.map(({ example }) => example)],
    ]),
  ),
  名单: tables['名单'] ?? [],
}

test.runIf(python !== undefined)(
  'every template that this machine’s openpyxl and XlsxWriter write can be read back',
  async () => {
    const script = fileURLToPath(
      new URL('./fixtures/imports/corpus/write_workbooks.py', import.meta.url),
    )
    const { status, stderr } = spawnSync(python ?? '', [script, folder], {
      input: JSON.stringify(today),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    for (const writer of ['openpyxl', 'xlsxwriter'])
      expect(await read(readFileSync(join(folder, `${writer}.xlsx`)))).toEqual(expected(today))
  },
)

test('every template that our own XLSX writer writes can be read back', async () => {
  const sheets = Object.entries(today).map(([name, rows]) => ({
    name,
    rows: rows.map((row) => row.map(shown)),
  }))
  expect(await read(await writeXlsx({ sheets }))).toEqual(expected(today))
})
