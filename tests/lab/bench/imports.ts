import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import * as v from 'valibot'
import { demoPeople } from '#server/demo/demo-people'
import { encodeCsv } from '../../support/backend/import-files.ts'
import { startBenchCampus, type BenchServer } from './bench-campus.ts'
import type { Measurement } from './measurements.ts'

const LIMIT_MS = 20_000
const LIMIT_MB = 300
const HEADINGS = [
  '学号',
  '姓名',
  '性别',
  '身份证号',
  '手机号',
  '学院',
  '专业',
  '专业代码',
  '班级',
  '入学年份',
  '培养层次',
  '新生或在校',
]

/**
 * Measure an import of students from the upload to the last row, including the dry run and the
 * transaction. Also measure by how much the backend's peak memory exceeds its memory at rest.
 */
export async function measureImports(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  try {
    const token = await signedIn(campus)
    const atRest = restMb(campus)
    const csv: number[] = []
    const xlsx: number[] = []
    for (let round = 0; round < rounds; round++)
      csv.push(await imported(campus, token, encodeCsv(tableOf(10_000, `1${round}`))))
    await imported(campus, token, encodeCsv(tableOf(100_000, '30')))
    // A peak never falls, so the format that needs less memory is measured first.
    const afterCsv = mostMb(campus) - atRest
    for (let round = 0; round < rounds; round++)
      xlsx.push(await imported(campus, token, await workbook(10_000, `2${round}`)))
    await imported(campus, token, await workbook(100_000, '31'))
    const afterXlsx = mostMb(campus) - atRest
    const ms = (name: string, ours: number[]): Measurement => ({
      name: `import: 10,000 students, ${name}, against 20 s`,
      unit: 'ms',
      ours,
      floor: ours.map(() => LIMIT_MS),
      limit: 1,
    })
    const mb = (name: string, ours: number): Measurement => ({
      name: `import: the backend’s growth with 100,000 students, ${name} (${Math.round(atRest)} MB at rest), against 300 MB`,
      unit: 'MB',
      ours: [ours],
      floor: [LIMIT_MB],
      limit: 1,
    })
    return [ms('CSV', csv), ms('XLSX', xlsx), mb('CSV', afterCsv), mb('XLSX', afterXlsx)]
  } finally {
    await campus.close()
  }
}

function tableOf(rows: number, prefix: string): string[][] {
  return [
    HEADINGS,
    ...Array.from({ length: rows }, (_, n) => [
      `${prefix}${String(n).padStart(6, '0')}`,
      `测试生${n}`,
      n % 2 === 0 ? '男' : '女',
      cardOf(n),
      '13800000000',
      '信息学院',
      '软件工程',
      '080902',
      `软件工程26-${n % 40}班`,
      '2026',
      '本科',
      '在校',
    ]),
  ]
}

const workbook = (rows: number, prefix: string) =>
  writeXlsx({ sheets: [{ name: '学生', rows: tableOf(rows, prefix) }] })

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

function cardOf(n: number): string {
  const day = new Date(Date.UTC(2008, 0, 1 + (n % 300))).toISOString().slice(0, 10)
  const first = `110101${day.replaceAll('-', '')}${String(n % 1000).padStart(3, '0')}`
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(first[at]), 0)
  return first + '10X98765432'.charAt(sum % 11)
}

/** The peak memory of a process. */
const mostMb = (served: BenchServer): number => memoryMb(served, 'VmHWM')

const restMb = (served: BenchServer): number => memoryMb(served, 'VmRSS')

const memoryMb = ({ pid }: BenchServer, what: string): number =>
  Number(
    new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  ) / 1024

const Said = v.object({
  token: v.optional(v.string(), ''),
  id: v.optional(v.string(), ''),
  msg: v.optional(v.string(), ''),
  data: v.optional(v.object({ state: v.string(), problem: v.string(), added: v.number() })),
})

async function said(response: Promise<Response>) {
  return v.parse(Said, await (await response).json())
}

const post = ({ address }: BenchServer, path: string, body: object, token = '') =>
  said(
    fetch(address + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== '' && { Authorization: token }),
      },
      body: JSON.stringify(body),
    }),
  )

async function signedIn(campus: BenchServer): Promise<string> {
  const password = demoPeople.find(({ number }) => number === 'T5001')?.secret
  const { token } = await post(campus, '/api/sys/login', {
    userCode: 'T5001',
    openId: '',
    password,
  })
  return token
}

async function imported(campus: BenchServer, token: string, bytes: Uint8Array): Promise<number> {
  const begin = performance.now()
  const { id } = await said(
    fetch(`${campus.address}/api/manage/imports/upload?kind=students&name=students`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    }),
  )
  await until(campus, { token, id, state: 'checked' })
  await post(campus, '/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' }, token)
  await until(campus, { token, id, state: 'applied' })
  return performance.now() - begin
}

async function until(
  campus: BenchServer,
  { token, id, state }: { token: string; id: string; state: string },
): Promise<void> {
  for (;;) {
    const { data, msg } = await post(campus, '/api/manage/imports/one', { id }, token)
    if (data?.state === state) return
    if (data === undefined || !['checking', 'applying', 'checked'].includes(data.state))
      throw new Error(`the import is ${data?.state ?? msg}: ${data?.problem ?? ''}`)
    await pause(100)
  }
}
