import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allDownloads } from '#contract/index'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { isLongRun } from '../support/setup/long-run.ts'

const EXPORTS = '/api/manage/exports/'
let backend: Backend
const folder = mkdtempSync(join(tmpdir(), 'baodao-export-command-'))
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true })
})

/** Run `campus export` until it exits. Returns its exit code and output. */
async function runExport(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/campus.ts', 'export', ...args],
      {
        env: { ...process.env, DEMO: '1', DATABASE_URL: backend.connectionString },
        maxBuffer: 2 ** 26,
      },
    )
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { code: Number(code), out: String(stdout), err: String(stderr) }
  }
}
const findNewestEntry = () =>
  backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('the export command writes the same table as the console, and the audit log names the command line', async () => {
  const filter = { cohort: 'all', department: '', building: '海棠苑1号楼' }
  const { code, out, err } = await runExport(
    'notArrived',
    '--filter',
    'cohort=all',
    '--filter',
    'building=海棠苑1号楼',
  )
  expect([code, err]).toEqual([0, ''])
  expect(await findNewestEntry()).toEqual({
    staff_code: 'command line',
    action: 'exports.notArrived',
    details: { format: 'csv', filter, rows: 16 },
  })
  const administrator = await backend.signInAs('T4001')
  const response = await backend.fetch('/api/manage/exports/notArrived', {
    method: 'POST',
    headers: { authorization: administrator.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...filter, format: 'csv' }),
  })
  expect(out.replace('\ufeff', '')).toBe(await response.text())
})

test('an export file appears complete under its name, and only its owner can read it', async () => {
  const file = join(folder, 'staff.csv')
  const { code, out } = await runExport('staff', '--out', file, '--language', 'en')
  expect([code, out]).toEqual([0, ''])
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [head, ...rows] = parseCsv(readFileSync(file, 'utf8'))
  expect(head?.slice(0, 2)).toEqual(['Work number', 'Name'])
  const { count } = await backend.db
    .selectFrom('staff')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(rows).toHaveLength(Number(count))
})

test('an unknown kind, an unknown filter and a wrong value are refused with what there is', async () => {
  const [kind, filter, value, half] = await Promise.all([
    runExport('bedz'),
    runExport('beds', '--filter', 'bulding=x'),
    runExport('fees', '--filter', 'year=20x6'),
    runExport('beds', '--filter', 'building'),
  ])
  expect(kind.code).toBe(2)
  for (const { path } of allDownloads.filter(({ path }) => path.startsWith(EXPORTS)))
    expect(kind.err).toContain(path.slice(EXPORTS.length))
  expect(filter).toEqual({
    code: 1,
    out: '',
    err: 'beds has no filter bulding. It has: cohort, department, building.\n',
  })
  expect([value.code, value.out]).toEqual([1, ''])
  expect(value.err).toContain('--filter year=')
  expect(half.code).toBe(2)
})

test.runIf(isLongRun)('exports with filters of their own run from the command line', async () => {
  const log = await runExport('log', '--filter', 'kind=exports')
  expect([log.code, log.err]).toEqual([0, ''])
  expect(log.out).toContain('command line')
  const unfinished = await runExport('unfinished', '--filter', 'step=1', '--format', 'xlsx')
  expect([unfinished.code, unfinished.err]).toEqual([0, ''])
  expect(unfinished.out.startsWith('PK')).toBe(true)
})
