import { type CampusProcess, assertAlive, startCampusProcess } from './support/campus-process.ts'
import { type LazyDisk, mountLazyDisk } from './support/lazy-disk.ts'
import { assertRecordsIntact } from './support/record-integrity.ts'
import { type Repetitions, createRepetitions } from './support/repetitions.ts'
import { type TestCluster, startCluster } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'
import {
  waitForAcknowledgement,
  assertNothingLost,
  signInStudents,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'The machine of the database loses its power and all unsynced data, 50 times or TIMES; a database that does not wait for its disk loses submissions, the product’s database loses none.'

const STUDENTS = 30
const TIMES = 50
const LONGEST_MS = 2000
// Small WAL files are synced and reused while the drill runs.
const SETTINGS = { max_wal_size: '64MB', checkpoint_timeout: '30s' }
// The drill must be able to detect a loss, so one database confirms commits before they are on its
// disk.
const HASTY = { ...SETTINGS, synchronous_commit: 'off', wal_writer_delay: '10s' }

/**
 * Returns what the database with `synchronous_commit = off` has lost, and the figures of the other
 * database.
 */
export async function drill(place: Workspace): Promise<string> {
  const repetition = createRepetitions(place, TIMES)
  const hasty = await start(place, 'hasty', HASTY)
  await cutOnce(hasty, repetition)
  const { lost } = await hasty.writers.settle(hasty.cluster.url())
  if (lost.length === 0) throw new Error('the drill does not see what a hasty database loses')
  place.print(`synchronous_commit=off: ${lost.length} acknowledged words lost by one cut`)
  await hasty.campus.stop()

  const { cluster, campus, writers, disk } = await start(place, 'disk', SETTINGS)
  for (const time of repetition.rounds()) {
    await cutOnce({ cluster, disk, writers }, repetition)
    place.print(`cut ${time}: ${writers.acknowledged()} acknowledged so far`)
  }
  const figures = assertNothingLost(await writers.settle(cluster.url()))
  await assertRecordsIntact(cluster.url(), writers.latestRemarks())
  assertAlive([campus])
  return `power cut ${repetition.progress()}; ${figures}; synchronous_commit=off lost ${lost.length} by one cut`
}

interface Machine {
  readonly cluster: TestCluster
  readonly disk: LazyDisk
  readonly writers: ReturnType<typeof startTraffic>
}

async function start(
  place: Workspace,
  name: string,
  settings: Record<string, string>,
): Promise<Machine & { campus: CampusProcess }> {
  const disk = await mountLazyDisk(place, name)
  const cluster = await startCluster(place, `${name}/database`, settings)
  const campus = await startCampusProcess(place, cluster.url())
  const students = await signInStudents(campus.url, cluster.url(), STUDENTS)
  return { disk, cluster, campus, writers: startTraffic([campus.url], students) }
}

async function cutOnce(
  { cluster, disk, writers }: Machine,
  { waitRandomly }: Repetitions,
): Promise<void> {
  await waitForAcknowledgement(writers, Date.now())
  await waitRandomly(LONGEST_MS)
  // All processes are suspended before any is killed, the postmaster first, so that no process
  // answers without a disk.
  for (const _ of ['the first', 'all']) for (const pid of cluster.pids()) signal(pid, 'SIGSTOP')
  const pids = cluster.pids()
  await disk.cutPower()
  for (const pid of pids) signal(pid, 'SIGKILL')
  await cluster.stop('kill')
  await disk.restorePower()
  await cluster.start()
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
