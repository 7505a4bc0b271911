import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Campus, startCampus } from '../drills/support/campus.ts'
import { type Cluster, startCluster } from '../drills/support/cluster.ts'
import type { Place } from '../drills/support/place.ts'
import { putBefore } from '../drills/support/precedence.ts'
import { startProxy } from '../drills/support/proxy.ts'
import { childrenOf, type Process } from './machine.ts'
import { COUNTING, countStatements, type Statements } from './statements.ts'
import { enrol, type Student, studentsUpTo } from './students.ts'

/** A campus that load is made on. */
export interface Loaded {
  /** Where it is asked: the proxy's address, or those of the processes. */
  readonly addresses: readonly string[]
  readonly students: readonly Student[]
  readonly cluster: Cluster
  readonly statements: Statements
  /** What is watched. */
  readonly processes: readonly Process[]
  readonly stop: () => Promise<void>
}

/** How a campus is opened. */
export interface Wishes {
  readonly students: number
  /** Ask the processes themselves, past the proxy. */
  readonly direct?: boolean
  /** A folder for the CPU profiles of the processes. */
  readonly profile?: string | undefined
  /** Go before all other work of the machine. */
  readonly first?: boolean
}

const PROCESSES = 2

/**
 * Two processes behind nginx as the sample says, and a database that waits for its disk, with so
 * many new students.
 */
export async function openCampus(
  place: Place,
  { students, direct = false, profile, first = false }: Wishes,
): Promise<Loaded> {
  const cluster = await startCluster(place, 'database', { ...COUNTING, shared_buffers: '256MB' })
  const statements = await countStatements(cluster)
  const filesDir = join(place.folder, 'files')
  mkdirSync(filesDir)
  // As it is installed: limits count, the log is written.
  const env = { PROXY_HOPS: direct ? '0' : '1', FILES_DIR: filesDir }
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const started: Campus[] = []
  for (let n = 1; n <= PROCESSES; n++)
    started.push(await startCampus(place, cluster.url(), env, { quiet: true, node }))
  const urls = started.map(({ url }) => url)
  const proxy = direct
    ? undefined
    : await startProxy(place, { kind: 'nginx', processes: urls, filesDir })
  await enrol(cluster, students)
  const nginx = proxy?.child.pid
  const family = nginx === undefined ? [] : [nginx, ...childrenOf(nginx)]
  const mine = started.map(({ child }) => child.pid ?? 0)
  // What the database has started may have ended by now.
  const isFirst = first && putBefore([...mine, process.pid])
  if (isFirst) for (const pid of [...cluster.pids(), ...family]) putBefore([pid])
  else if (first) throw new Error('This user may not go before others: chrt is refused.')
  place.say(`${students} new students; ${PROCESSES} processes${direct ? '' : ' behind nginx'}`)
  return {
    addresses: proxy === undefined ? urls : [proxy.plainUrl],
    students: studentsUpTo(students),
    cluster,
    statements,
    processes: [
      ...started.map(({ child }, at) => ({ name: `process ${at + 1}`, pid: child.pid ?? 0 })),
      { name: 'database', pid: cluster.pids()[0] ?? 0, family: true },
      ...(nginx === undefined ? [] : [{ name: 'nginx', pid: nginx, family: true } as const]),
      { name: 'driver', pid: process.pid },
    ],
    stop: async () => void (await Promise.all(started.map((one) => one.stop()))),
  }
}
