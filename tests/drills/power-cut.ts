import { type Campus, mustLive, startCampus } from './support/campus.ts'
import { type Cluster, startCluster } from './support/cluster.ts'
import { type Disk, startDisk } from './support/lazyfs.ts'
import { acknowledgedAfter, holds, signIn, traffic } from './support/ledger.ts'
import type { Place } from './support/place.ts'
import { type Repeated, repeated } from './support/repeat.ts'
import { mustBeWhole } from './support/whole.ts'

export const about =
  'The machine of the database loses its power, and with it all that was not synced, 50 times or TIMES; a database that does not wait for its disk loses words, ours none.'

const STUDENTS = 30
const TIMES = 50
const LONGEST_MS = 2000
// Small files are synced and used again while the drill runs.
const SETTINGS = { max_wal_size: '64MB', checkpoint_timeout: '30s' }
// The drill must be able to see a loss: a database that answers before its disk has anything.
const HASTY = { ...SETTINGS, synchronous_commit: 'off', wal_writer_delay: '10s' }

/** Answers what the hasty database lost, and the figures of the other. */
export async function drill(place: Place): Promise<string> {
  const repetition = repeated(place, TIMES)
  const hasty = await start(place, 'hasty', HASTY)
  await cutOnce(hasty, repetition)
  const { lost } = await hasty.writers.settle(hasty.cluster.url())
  if (lost.length === 0) throw new Error('the drill does not see what a hasty database loses')
  place.say(`synchronous_commit=off: ${lost.length} acknowledged words lost by one cut`)
  await hasty.campus.stop()

  const { cluster, campus, writers, disk } = await start(place, 'disk', SETTINGS)
  for (const time of repetition.rounds()) {
    await cutOnce({ cluster, disk, writers }, repetition)
    place.say(`cut ${time}: ${writers.acknowledged()} acknowledged so far`)
  }
  const figures = holds(await writers.settle(cluster.url()))
  await mustBeWhole(cluster.url(), writers.newest())
  mustLive([campus])
  return `power cut ${repetition.progress()}; ${figures}; synchronous_commit=off lost ${lost.length} by one cut`
}

interface Machine {
  readonly cluster: Cluster
  readonly disk: Disk
  readonly writers: ReturnType<typeof traffic>
}

async function start(
  place: Place,
  name: string,
  settings: Record<string, string>,
): Promise<Machine & { campus: Campus }> {
  const disk = await startDisk(place, name)
  const cluster = await startCluster(place, `${name}/database`, settings)
  const campus = await startCampus(place, cluster.url())
  const students = await signIn(campus.url, cluster.url(), STUDENTS)
  return { disk, cluster, campus, writers: traffic([campus.url], students) }
}

async function cutOnce({ cluster, disk, writers }: Machine, { someTime }: Repeated): Promise<void> {
  await acknowledgedAfter(writers, Date.now())
  await someTime(LONGEST_MS)
  // All stand still at once, the one that starts others first: nobody answers without a disk.
  for (const _ of ['the first', 'all']) for (const pid of cluster.pids()) signal(pid, 'SIGSTOP')
  const pids = cluster.pids()
  await disk.cut()
  for (const pid of pids) signal(pid, 'SIGKILL')
  await cluster.end('kill')
  await disk.plugIn()
  await cluster.start()
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
