import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
const folder = mkdtempSync(join(tmpdir(), 'baodao-import-command-'))
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true })
})

/** Run `campus` until it exits. Returns its exit code and output. */
async function campus(...args: string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/campus.ts', ...args],
      { env: { ...process.env, DEMO: '1', DATABASE_URL: backend.connectionString } },
    )
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { code: Number(code), said: `${stdout}${stderr}` }
  }
}

test('when a template cannot be written to the given path, the command says how to give another path', async () => {
  const { code, said } = await campus('template', 'departments', '--out', `${folder}/none/a.csv`)
  expect([code, said]).toEqual([
    1,
    `${folder}/none/a.csv cannot be written (ENOENT). --out names another place.\n`,
  ])
})

test('the import command reports every line in English, including refused lines, and reads the named sheet', async () => {
  const rows = (code: string) => [
    ['学院代码', '学院名称'],
    [code, `学院${code}`],
    ['9-2', '航天学院'],
    ['合计', '2'],
  ]
  const file = join(folder, 'departments.xlsx')
  const sheets = ['甲', '乙'].map((name, at) => ({ name, rows: rows(`7${at}`) }))
  writeFileSync(file, await writeXlsx({ sheets }))
  const asked = await campus('import', file, '--kind', 'departments', '--dry-run')
  expect(asked.code).toBe(1)
  expect(asked.said).toContain('worksheets with rows: 甲, 乙 (--sheet)')

  const refusals = join(folder, 'refused.csv')
  const named = ['import', file, '--kind', 'departments', '--sheet', '乙']
  const { code, said } = await campus(...named, '--dry-run', '--refusals', refusals)
  expect(code).toBe(1)
  const figures = Object.fromEntries(
    [...said.matchAll(/^ {2}([a-z ]+?) {2,}(\S.*)$/gm)].map(([, name, figure]) => [name, figure]),
  )
  expect(figures).toMatchObject({
    worksheet: '乙',
    lines: '4',
    new: '1',
    changed: '0',
    unchanged: '0',
    refused: '2',
    skipped: '1',
    'not in the file': 'unknown while rows are refused',
  })
  expect(said).toContain('skipped: headings, 1 (line 1)')
  const text = readFileSync(refusals, 'utf8')
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '\ufeff学院代码,学院名称,Line,Column,Value,Reason',
    expect.stringMatching(/^9-2,航天学院,3,Department code,9-2,Department code: /),
    expect.stringMatching(/^合计,2,4,Whole row,,Whole row: This row is a total/),
  ])
})
