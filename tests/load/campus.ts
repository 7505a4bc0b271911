import { type Campus, startCampus } from '../drills/support/campus.ts'
import { type Cluster, startCluster } from '../drills/support/cluster.ts'
import type { Place } from '../drills/support/place.ts'
import type { Process } from './machine.ts'
import { COUNTING, countStatements, type Statements } from './statements.ts'
import { enrol, type Student, studentsUpTo } from './students.ts'

/** A campus that load is made on. */
export interface Loaded {
  readonly addresses: readonly string[]
  readonly students: readonly Student[]
  readonly cluster: Cluster
  readonly statements: Statements
  /** What is watched: the backend's processes. */
  readonly processes: readonly Process[]
  readonly stop: () => Promise<void>
}

/** Two processes and a database that waits for its disk, with so many new students. */
export async function openCampus(
  place: Place,
  {
    students,
    processes = 2,
    profile,
  }: { students: number; processes?: number; profile?: string | undefined },
): Promise<Loaded> {
  const cluster = await startCluster(place, 'database', { ...COUNTING, shared_buffers: '256MB' })
  const statements = await countStatements(cluster)
  const started: (Campus & { name: string; pid: number })[] = []
  for (let n = 1; n <= processes; n++) {
    const campus = await startCampus(place, cluster.url(), SETTINGS, {
      quiet: true,
      node: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    })
    started.push({ ...campus, name: `process ${n}`, pid: campus.child.pid ?? 0 })
  }
  await enrol(cluster, students)
  place.say(`${students} new students, ${processes} processes`)
  return {
    addresses: started.map(({ url }) => url),
    students: studentsUpTo(students),
    cluster,
    statements,
    processes: [
      ...started,
      { name: 'database', pid: cluster.pids()[0] ?? 0, family: true },
      { name: 'driver', pid: process.pid },
    ],
    stop: async () => void (await Promise.all(started.map((one) => one.stop()))),
  }
}

// As it is installed: the limits count, the log is written.
const SETTINGS = { SECOND_FACTOR: '0' }
