import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { allDownloads } from '#contract/index'
import { signInToDemo } from './demo-tokens.ts'
import type { ToolResult } from './tools.ts'

const run = promisify(execFile)
const Rows = v.array(v.array(v.string()))
const UTF_8_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76'
const VALUES = ['', 'all', '1', '2026', '2026-09-01']
const Refusal = v.object({ issues: v.optional(v.array(v.object({ path: v.string() })), []) })
// Prints the rows of the first sheet of each file as JSON, each value as text.
const OPENPYXL = `
import json, sys, openpyxl
print(json.dumps([[['' if cell is None else str(cell) for cell in row]
  for row in openpyxl.load_workbook(file).worksheets[0].iter_rows(values_only=True)] for file in sys.argv[1:]]))
`

/**
 * Every export as a workbook, read by openpyxl and by LibreOffice (Debian's python3-openpyxl and
 * libreoffice-calc): the cells must be those of the same export as CSV.
 */
export async function readWorkbooks(address: string): Promise<ToolResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-workbooks-'))
  const token = await signInToDemo(address, 'T4001')
  const wanted = new Map<string, string[][]>()
  for (const { path } of allDownloads) {
    // The log of the office has another row after each export.
    if (!path.startsWith('/api/manage/') || path === '/api/manage/exports/log') continue
    const name = path.slice('/api/manage/'.length).replaceAll('/', '-')
    const csv = await fetchExport(address + path, token, 'csv')
    const xlsx = await fetchExport(address + path, token, 'xlsx')
    if (xlsx === undefined || csv === undefined) continue
    await writeFile(join(folder, `${name}.xlsx`), xlsx)
    wanted.set(name, v.parse(Rows, parse(csv, { bom: true, relaxColumnCount: true })))
  }
  const names = [...wanted.keys()]
  const files = names.map((name) => join(folder, `${name}.xlsx`))
  const python = await run('/usr/bin/python3', ['-c', OPENPYXL, ...files], { maxBuffer: 1e8 })
  const byOpenpyxl = v.parse(v.array(Rows), JSON.parse(python.stdout))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const convert = ['--headless', '--convert-to', UTF_8_CSV, '--outdir', folder]
  await run('soffice', [profile, ...convert, ...files])
  const results: ToolResult[] = []
  for (const [at, name] of names.entries()) {
    const rows = wanted.get(name) ?? []
    const csv = await readFile(join(folder, `${name}.csv`), 'utf8')
    const byLibreOffice = v.parse(Rows, parse(csv, { relaxColumnCount: true }))
    results.push(compare('openpyxl', name, rows, byOpenpyxl[at] ?? []))
    results.push(compare('LibreOffice', name, rows, byLibreOffice))
  }
  await rm(folder, { recursive: true, maxRetries: 3 })
  return results
}

/**
 * Fetches an export with the widest filter: a field that the answer asks for is sent with the next of
 * these values. Undefined if there is none.
 */
async function fetchExport(
  url: string,
  token: string,
  format: string,
): Promise<Buffer | undefined> {
  const tried = new Map<string, number>()
  for (;;) {
    const filter = Object.fromEntries([...tried].map(([field, nth]) => [field, VALUES[nth]]))
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ ...filter, format }),
    })
    const isFile = answer.headers.has('content-disposition')
    if (isFile) return Buffer.from(await answer.arrayBuffer())
    const { issues } = v.parse(Refusal, await answer.json())
    for (const { path } of issues) tried.set(path, (tried.get(path) ?? -1) + 1)
    if (issues.length === 0 || [...tried.values()].some((nth) => nth >= VALUES.length))
      return undefined
  }
}

// CSV marks a text that a spreadsheet program would take for a formula; a workbook needs no mark.
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

// LibreOffice writes money as the workbook shows it, with two decimal places.
const isSame = (csv: string, read: string) =>
  csv === read || (/\.\d*0$/.test(read) && csv === read.replace(/\.?0+$/, ''))

function compare(tool: string, subject: string, wanted: string[][], got: string[][]): ToolResult {
  const different = wanted.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      isSame(plain(cell), got[at]?.[column] ?? '')
        ? []
        : [`row ${at + 1}: ${cell} is ${got[at]?.[column]}`],
    ),
  )
  return {
    tool,
    subject,
    said:
      different.length === 0
        ? `${wanted.length} rows`
        : `${different.length} differ: ${different[0]}`,
    isGood: different.length === 0 && got.length === wanted.length,
  }
}
