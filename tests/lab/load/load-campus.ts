import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CampusProcess, startCampusProcess } from '../drills/support/campus-process.ts'
import { raisePriority } from '../drills/support/process-priority.ts'
import { startProxy } from '../drills/support/proxy.ts'
import { type TestCluster, startCluster } from '../drills/support/test-cluster.ts'
import type { Workspace } from '../drills/support/workspace.ts'
import { childProcessIdsOf, type WatchedProcess } from './process-usage.ts'
import {
  STATEMENT_COUNT_SETTINGS,
  countStatements,
  type StatementCounter,
} from './statement-counter.ts'
import { enrolLoadTestStudents, type LoadTestStudent, listLoadTestStudents } from './students.ts'

/** A campus for load tests. */
export interface LoadTestCampus {
  /** The address of the proxy, or the addresses of the processes. */
  readonly addresses: readonly string[]
  readonly students: readonly LoadTestStudent[]
  readonly cluster: TestCluster
  readonly statements: StatementCounter
  /** The processes whose CPU time and memory are measured. */
  readonly processes: readonly WatchedProcess[]
  readonly stop: () => Promise<void>
}

/** How a campus is started. */
export interface LoadTestCampusParams {
  readonly students: number
  /** Send requests directly to the processes, without the proxy. */
  readonly direct?: boolean
  /** A folder for CPU profiles of the processes. */
  readonly profile?: string | undefined
  /** Give the campus priority over all other work on the machine. */
  readonly first?: boolean
}

const PROCESSES = 2

/** A database for load tests, and the environment of the processes that use it. */
export interface LoadTestDatabase {
  readonly cluster: TestCluster
  readonly statements: StatementCounter
  readonly filesDir: string
  readonly env: Record<string, string>
  /** Enrols this many new students; call it after a process has created the tables. */
  readonly enrol: (students: number) => Promise<void>
}

/** Start a database that waits for its disk. `proxyHops` is the number of proxies. */
export async function openLoadTestDatabase(
  place: Workspace,
  proxyHops = 0,
): Promise<LoadTestDatabase> {
  const cluster = await startCluster(place, 'database', {
    ...STATEMENT_COUNT_SETTINGS,
    shared_buffers: '256MB',
  })
  const statements = await countStatements(cluster)
  const filesDir = join(place.folder, 'files')
  mkdirSync(filesDir)
  return {
    cluster,
    statements,
    filesDir,
    // The settings of an installation: limits apply, and the log is written.
    env: {
      PROXY_HOPS: String(proxyHops),
      FILES_DIR: filesDir,
      WEBHOOK_HOSTS: '127.0.0.1',
      SECRETS_KEY: randomUUID(),
    },
    enrol: (students) => enrolLoadTestStudents(cluster, students),
  }
}

/**
 * Start two processes behind nginx with the sample configuration, a database that waits for its
 * disk, and this many new students.
 */
export async function openLoadTestCampus(
  place: Workspace,
  { students, direct = false, profile, first = false }: LoadTestCampusParams,
): Promise<LoadTestCampus> {
  const database = await openLoadTestDatabase(place, direct ? 0 : 1)
  const { cluster, statements, filesDir, env } = database
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const started: CampusProcess[] = []
  for (let n = 1; n <= PROCESSES; n++)
    started.push(await startCampusProcess(place, cluster.url(), env, { quiet: true, node }))
  const urls = started.map(({ url }) => url)
  const proxy = direct
    ? undefined
    : await startProxy(place, { kind: 'nginx', processes: urls, filesDir })
  await database.enrol(students)
  const nginx = proxy?.child.pid
  const family = nginx === undefined ? [] : [nginx, ...childProcessIdsOf(nginx)]
  const mine = started.map(({ child }) => child.pid ?? 0)
  // A child process of the database can have ended by now.
  const isFirst = first && raisePriority([...mine, process.pid])
  if (isFirst) for (const pid of [...cluster.pids(), ...family]) raisePriority([pid])
  else if (first) throw new Error('This user may not go before others: chrt is refused.')
  place.print(`${students} new students; ${PROCESSES} processes${direct ? '' : ' behind nginx'}`)
  return {
    addresses: proxy === undefined ? urls : [proxy.plainUrl],
    students: listLoadTestStudents(students),
    cluster,
    statements,
    processes: [
      ...started.map(({ child }, at) => ({ name: `process ${at + 1}`, pid: child.pid ?? 0 })),
      { name: 'database', pid: cluster.pids()[0] ?? 0, includesChildren: true },
      ...(nginx === undefined
        ? []
        : [{ name: 'nginx', pid: nginx, includesChildren: true } as const]),
      { name: 'driver', pid: process.pid },
    ],
    stop: async () => void (await Promise.all(started.map((one) => one.stop()))),
  }
}
