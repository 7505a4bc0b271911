import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { onboarding } from '#contract/onboarding'
import { toChinaYear } from '#server/platform/clock'
import { samplePayload } from '../../support/backend/four-forms.ts'
import { createCallCounts } from '../load/call-counts.ts'
import { createRequestSender, type RequestSender } from '../load/sender.ts'
import { formCallsOf } from '../load/student-phone.ts'
import {
  enrolLoadTestStudents,
  type LoadTestStudent,
  listLoadTestStudents,
} from '../load/students.ts'
import { type CampusProcess, startCampusProcess } from './support/campus-process.ts'
import { playFirstDay } from './support/first-day.ts'
import { allowPasswordSignIn, type Pooler, startPooler } from './support/pooler.ts'
import { raisePriority, lowerPriority } from './support/process-priority.ts'
import { measureRushImpact } from './support/rush-impact.ts'
import { type TestCluster, startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'

export const description =
  'Twenty campuses of two processes each share twenty connections through PgBouncer; a rush at one campus does not slow down the others.'

const CAMPUSES = 20
const CONNECTIONS = 20
const STUDENTS = 400
const MEASURED = 4
const MOST_FELT = 1.1
const SOON_MS = 8000

// All settings besides the pool mode, as docs/operations/pgbouncer.md recommends.
const SETTINGS = {
  max_client_conn: 1000,
  default_pool_size: CONNECTIONS / CAMPUSES,
  query_wait_timeout: 5,
}

const TESTED = ['database', 'idempotency', 'payment-races', 'onboarding', 'dorm', 'profile']

/**
 * Returns how many answers passed, over how many connections, and how a rush at one campus affects
 * the others.
 */
export async function drill(place: Workspace): Promise<string> {
  const cluster = await startCluster(place, 'database')
  await allowPasswordSignIn(cluster)
  const [opener, visitor, ...students] = listLoadTestStudents(STUDENTS)
  if (opener === undefined || visitor === undefined) throw new Error('nobody was enrolled')
  await withDefaults(place, cluster, opener)

  const pooler = await startPooler(place, cluster, SETTINGS)
  const campuses = await startCampuses(place, cluster, pooler)
  const watched = watchCounts(pooler)
  let answers = 0
  const lane = async (first: number) => {
    for (let n = first; n < CAMPUSES; n += 4) {
      const passed = await playFirstDay(urlsOf(campuses[n]), visitor)
      answers += passed
    }
  }
  await Promise.all([0, 1, 2, 3].map(lane))
  place.print(`the journey passes at each campus: ${answers} answers`)
  const [first, ...others] = campuses
  const rushed = urlsOf(first)
  place.print(await stuck({ cluster, hit: rushed, other: urlsOf(others[0]) }, students))
  const measured = others.slice(0, MEASURED)
  const before = measured.flat().map(({ child }) => child.pid ?? 0)
  if (!raisePriority([process.pid, ...cluster.pids(), pooler.pid, ...before]))
    place.print('this user may not put the measured processes first: other work blurs what follows')
  const { ratio, line } = await measureRushImpact(
    place,
    { rushed, others: measured.map(urlsOf) },
    students,
  )
  const { servers, waiting } = await watched.stop()
  const over = `${answers} answers on ${CAMPUSES} journeys over at most ${servers} connections, for one of which up to ${waiting} waited`
  if (servers > CONNECTIONS) throw new Error(over)
  if (ratio > MOST_FELT) throw new Error(line)
  return `${over}; ${line}`
}

// This proves that only the pool mode must be set, starting with an empty database. Then the
// backend's tests run through the same pooler. The database filled here becomes the template of all
// campuses.
async function withDefaults(
  place: Workspace,
  cluster: TestCluster,
  student: LoadTestStudent,
): Promise<void> {
  const pooler = await startPooler(place, cluster)
  await cluster.query('create database first owner baodao')
  const both = await Promise.all([1, 2].map(() => begin(place, pooler.url('first'))))
  await enrolLoadTestStudents({ query: (sql) => cluster.query(sql, 'first') }, STUDENTS)
  const urls = both.map(({ url }) => url)
  const answers = await playFirstDay(urls, student)
  place.print(`its defaults, an empty database, two processes: ${answers} answers`)
  for (const one of both) await one.stop()
  const files = TESTED.map((name) => `tests/server/${name}.test.ts`)
  const tests = place.run('npx', ['vitest', 'run', '--project', 'server', ...files], {
    env: {
      HOME: process.env['HOME'] ?? '',
      TEST_DATABASE_URL: pooler.directUrl('postgres'),
      TEST_POOLER_URL: pooler.url('postgres'),
    },
  })
  if ((await tests.ended) !== 0) throw new Error(`tests fail behind it: ${tests.output()}`)
  place.print(`the tests of ${TESTED.join(', ')} pass behind it`)
  await pooler.stop()
}

const urlsOf = (campus: readonly CampusProcess[] = []) => campus.map(({ url }) => url)

const begin = (place: Workspace, url: string): Promise<CampusProcess> =>
  startCampusProcess(place, url, { DEMO_STUDENTS: '20' }, { quiet: true })

async function startCampuses(
  place: Workspace,
  cluster: TestCluster,
  pooler: Pooler,
): Promise<CampusProcess[][]> {
  const campuses: CampusProcess[][] = []
  for (let n = 0; n < CAMPUSES; n++) {
    await cluster.query(`create database campus_${n} template first owner baodao`)
    const both = await Promise.all([1, 2].map(() => begin(place, pooler.url(`campus_${n}`))))
    campuses.push(both)
    if (n === 0) for (const { child } of both) lowerPriority(child.pid ?? 0)
  }
  place.print(`${CAMPUSES} campuses of two processes each`)
  return campuses
}

function watchCounts(pooler: Pooler) {
  const most = { servers: 0, waiting: 0 }
  let going = true
  const work = async () => {
    while (going) {
      const now = await pooler.counts()
      most.servers = Math.max(most.servers, now.servers)
      most.waiting = Math.max(most.waiting, now.waiting)
      await pause(200)
    }
  }
  const watching = work()
  return {
    stop: async () => {
      going = false
      await watching
      return most
    },
  }
}

// An administrator locks a table of one campus, and a form that waits for this table has the last
// connection. Everybody else at this campus is told at once to come back later, and other campuses
// are not affected.
async function stuck(
  {
    cluster,
    hit,
    other,
  }: { cluster: TestCluster; hit: readonly string[]; other: readonly string[] },
  [writer, reader]: readonly LoadTestStudent[],
): Promise<string> {
  if (writer === undefined || reader === undefined) throw new Error('nobody was enrolled')
  const admin = new pg.Client({ connectionString: cluster.url('campus_0') })
  await admin.connect()
  await admin.query('begin; lock table travel in access exclusive mode')
  const there = createRequestSender(hit, createCallCounts())
  const elsewhere = createRequestSender(other, createCallCounts())
  const form = there.send(
    formCallsOf('travel').add,
    samplePayload('travel', writer.code, toChinaYear(new Date()), 1),
    { token: writer.token, key: crypto.randomUUID() },
  )
  await waitForResult('the form waits for the table', async () => {
    const waiting = await cluster.query(
      `select from pg_locks where not granted and relation = 'travel'::regclass`,
      'campus_0',
    )
    return waiting.length > 0
  })
  const look = (at: RequestSender) =>
    at.send(onboarding.steps, { student: reader.code, enrolment: '2' }, { token: reader.token })
  const begun = performance.now()
  const told = await Promise.all(Array.from({ length: 30 }, () => look(there)))
  const took = Math.round(performance.now() - begun)
  const good = await look(elsewhere)
  await admin.query('rollback')
  await admin.end()
  const late = told.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0)
  const after = [await form, await look(there), good].map(({ status }) => status)
  await there.close()
  await elsewhere.close()
  const line = `a table of one campus is locked: ${late.length} of ${told.length} are told to come later within ${took} ms; after it ${after.join(' ')}`
  if (late.length !== told.length || took > SOON_MS || after.some((status) => status !== 200))
    throw new Error(line)
  return line
}
