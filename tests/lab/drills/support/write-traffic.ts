import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { travelFormBody } from '../../../support/backend/form-bodies.ts'
import { waitForResult } from './workspace.ts'

const TRY_MS = 20_000
const PAUSE_MS = 100

// The statuses of answers after which a submission is sent again: in flight, unavailable or busy,
// no disk space.
const LATER = [409, 503, 507]

/** A demo student who is signed in. */
interface Student {
  readonly code: string
  readonly token: string
}

/** The result of the students' traffic. */
export interface TrafficResult {
  /** Submissions that the university has acknowledged. */
  readonly acknowledged: number
  /** Attempts that were told to come later, or that got no answer. */
  readonly rejected: number
  /**
   * Submissions acknowledged as a replay: an earlier attempt took effect, and its answer was lost.
   */
  readonly replayed: number
  /** Unexpected answers: each status with its count. */
  readonly unexpected: Record<string, number>
  /** Submissions that were acknowledged and are not in the database. */
  readonly lost: string[]
  /** Submissions that are in the database more than once. */
  readonly duplicated: string[]
}

/** Simulated students who submit without a pause. */
export interface WriteTraffic {
  readonly acknowledged: () => number
  /** When (`Date.now()`) a submission was last acknowledged. */
  readonly lastAcknowledgedAt: () => number
  /** When the process at this address last acknowledged a submission. */
  readonly lastAcknowledgedAtOf: (url: string) => number
  /** The last acknowledged remark of each student, by code. */
  readonly latestRemarks: () => ReadonlyMap<string, string>
  /** Let each student finish the current submission, then compare with the database at `url`. */
  readonly settle: (url: string) => Promise<TrafficResult>
  /**
   * The same comparison by the versions of the records, for releases up to November 2026, which
   * wrote no history. `before` has the earlier versions (see `readTravelVersions`).
   */
  readonly settleByVersion: (
    url: string,
    before: ReadonlyMap<string, number>,
  ) => Promise<TrafficResult>
}

/** Sign in `count` new students of the demo, read from the database at `databaseUrl`. */
export async function signInStudents(
  url: string,
  databaseUrl: string,
  count: number,
): Promise<Student[]> {
  const people = await query<{ code: string; exam_number: string; id_card: string }>(
    databaseUrl,
    `select code, exam_number, id_card from student
      where code like 'S7%' and exam_number is not null order by code limit ${count}`,
  )
  const students: Student[] = []
  for (const { code, exam_number: stuNumber, id_card: idCard } of people) {
    const { body } = await postJson(url, '/api/binding/findstu', { stuNumber, idCard, openId: '' })
    students.push({ code, token: String(body['token']) })
  }
  return students
}

/**
 * Each student submits a travel record repeatedly, each time with a new remark under a new key, and
 * sends it again under that key until it is acknowledged. `urls` are the processes, which are used
 * in turn. `thinkMs` is the pause after an answer.
 */
export function startTraffic(
  urls: readonly string[],
  students: readonly Student[],
  { thinkMs = 0 }: { thinkMs?: number } = {},
): WriteTraffic {
  let stopped = false
  const lastAt = new Map(urls.map((url) => [url, 0]))
  let later = 0
  let replayed = 0
  const newest = new Map<string, string>()
  const strange: Record<string, number> = {}
  const acknowledged: string[] = []
  let turn = 0
  const lanes = students.map(async ({ token, code }) => {
    for (let i = 0; !stopped; i++) {
      const remark = `${code}-${i}`
      const key = crypto.randomUUID()
      for (;;) {
        const url = urls[turn++ % urls.length] ?? ''
        const path = `/api/TravelInformation/${i === 0 ? 'add' : 'update'}BusInformation`
        const answer = await postJson(url, path, travelFormBody({ remark, remarks: remark }), {
          authorization: token,
          'idempotency-key': key,
        }).catch(() => undefined)
        if (answer?.status === 200) {
          acknowledged.push(remark)
          newest.set(code, remark)
          lastAt.set(url, Date.now())
          if (answer.replayed) replayed += 1
          break
        }
        if (answer === undefined || LATER.includes(answer.status)) later += 1
        else strange[answer.status] = (strange[answer.status] ?? 0) + 1
        // A student who is signed out stops.
        if (answer?.status === 401) return
        await pause(PAUSE_MS)
      }
      if (thinkMs > 0) await pause(thinkMs)
    }
  })
  const finish = async () => {
    stopped = true
    await Promise.all(lanes)
    return { acknowledged: acknowledged.length, rejected: later, replayed, unexpected: strange }
  }
  return {
    acknowledged: () => acknowledged.length,
    lastAcknowledgedAt: () => Math.max(...lastAt.values()),
    lastAcknowledgedAtOf: (url) => lastAt.get(url) ?? 0,
    latestRemarks: () => newest,
    settle: async (url) => {
      const told = await finish()
      const rows = await query<{ remark: string; times: string }>(
        url,
        `select words ->> 'remark' as remark, count(*) as times from form_history
          where form = 'travel' and student_code in (${students.map(({ code }) => `'${code}'`).join()})
          group by 1`,
      )
      const times = new Map(rows.map((row) => [row.remark, Number(row.times)]))
      return {
        ...told,
        lost: acknowledged.filter((remark) => !times.has(remark)),
        duplicated: [...times].flatMap(([remark, count]) => (count > 1 ? [remark] : [])),
      }
    },
    settleByVersion: async (url, before) => {
      const told = await finish()
      const after = await readTravelVersions(url)
      const grown = students.map(({ code }) => ({
        code,
        saved: (after.get(code) ?? 0) - (before.get(code) ?? 0),
        said: acknowledged.filter((remark) => remark.startsWith(`${code}-`)).length,
      }))
      return {
        ...told,
        lost: grown.flatMap(({ code, saved, said }) => (saved < said ? [code] : [])),
        duplicated: grown.flatMap(({ code, saved, said }) => (saved > said ? [code] : [])),
      }
    },
  }
}

/** Wait until a submission is acknowledged after `since`. Returns the ms between. */
export async function waitForAcknowledgement(
  writers: WriteTraffic,
  since: number,
): Promise<number> {
  const isSo = () => writers.lastAcknowledgedAt() > since
  await waitForResult('a submission is acknowledged again', isSo, {
    patienceMs: 120_000,
    everyMs: 10,
  })
  return Math.max(0, writers.lastAcknowledgedAt() - since)
}

/** The version of every student's travel record in the database at `url`. */
export async function readTravelVersions(url: string): Promise<Map<string, number>> {
  const rows = await query<{ student_code: string; version: number }>(
    url,
    'select student_code, version from travel',
  )
  return new Map(rows.map((row) => [row.student_code, row.version]))
}

/**
 * Fail if a submission was lost or stored twice, or an answer was unexpected. Returns the figures
 * in one line.
 */
export function assertNothingLost(outcome: TrafficResult): string {
  const { acknowledged, rejected, replayed, unexpected, lost, duplicated } = outcome
  const line = `${acknowledged} acknowledged, ${lost.length} lost, ${duplicated.length} doubled, ${rejected} tries told to come later, ${replayed} answers lost and repeated, strange answers ${JSON.stringify(unexpected)}`
  if (acknowledged === 0 || lost.length + duplicated.length + Object.keys(unexpected).length > 0)
    throw new Error(line)
  return line
}

const ASKED = { stuCode: '', enrollType: '' }

/** Read as one student, ten times from each process. Returns the ms of the slowest read. */
export async function measureSlowestRead(urls: readonly string[], student: Student | undefined) {
  let slowest = 0
  for (let i = 0; i < 10; i++)
    for (const url of urls) {
      const begun = Date.now()
      const headers = { authorization: student?.token ?? '' }
      const { status } = await postJson(url, '/api/proces/findProcess', ASKED, headers)
      if (status !== 200) throw new Error(`a read is answered with ${status}`)
      slowest = Math.max(slowest, Date.now() - begun)
    }
  return slowest
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Post JSON to the backend, and parse the JSON of its answer. */
export async function postJson(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; replayed: boolean }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TRY_MS),
  })
  const said: Record<string, unknown> = await response.json().catch(() => ({}))
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, body: said, replayed }
}
