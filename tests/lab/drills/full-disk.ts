import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import {
  waitUntilReady,
  waitUntilUnready,
  assertAlive,
  startCampusProcess,
} from './support/campus-process.ts'
import { type TestCluster, startCluster } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'
import {
  waitForAcknowledgement,
  assertNothingLost,
  measureSlowestRead,
  signInStudents,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'The disk of the database fills up while 50 students submit, first with the tables alone, then with the WAL as well; writes are refused with a message, and continue without a loss once there is space.'

const STUDENTS = 50
const FULL_MS = 5000
// Fill the WAL. PostgreSQL's reserve for it is used up fast when other programs write to the same
// disk.
const FILL_LOG = `select pg_logical_emit_message(false, 'drill', repeat('x', 4000000))
  from generate_series(1, 30)`

/** Returns the figures of both disks. */
export async function drill(place: Workspace): Promise<string> {
  const tables = smallDisk(place, 'small', 128)
  const roomy = await startCluster(place, 'database')
  await roomy.query(`create tablespace small location '${folderOn(tables, 'tables')}'`)
  await roomy.query('create database campus tablespace small')
  const first = await fill(place, { cluster: roomy, disk: tables, database: 'campus', log: false })
  place.print(`its tables alone: ${first}`)

  const whole = smallDisk(place, 'whole', 320)
  const small = await startCluster(place, 'whole/database', {
    min_wal_size: '32MB',
    max_wal_size: '64MB',
  })
  const second = await fill(place, { cluster: small, disk: whole, database: 'postgres', log: true })
  return `its tables alone: ${first}; its log as well: ${second}`
}

async function fill(
  place: Workspace,
  {
    cluster,
    disk,
    database,
    log,
  }: { cluster: TestCluster; disk: string; database: string; log: boolean },
): Promise<string> {
  const url = cluster.url(database)
  const campuses = [await startCampusProcess(place, url), await startCampusProcess(place, url)]
  const students = await signInStudents(campuses[0]?.url ?? '', url, STUDENTS)
  const urls = campuses.map((campus) => campus.url)
  const writers = startTraffic(urls, students)
  await waitForAcknowledgement(writers, Date.now())

  const ballast = fillUp(disk)
  await Promise.all(campuses.map((campus) => waitUntilUnready(campus, ['full', 'away', 'slow'])))
  const lives = () =>
    cluster.query('select 1').then(
      () => true,
      () => false,
    )
  place.print(`the disk is full, ${writers.acknowledged()} acknowledged so far`)
  if (log) await cluster.query(FILL_LOG).catch(() => {})
  if (await lives())
    place.print(`the slowest of 20 reads took ${await measureSlowestRead(urls, students[0])} ms`)
  await pause(FULL_MS)
  const isAlive = await lives()

  rmSync(ballast)
  const freed = Date.now()
  // PostgreSQL cannot run without its WAL: it stops, and an administrator must start it again.
  if (!isAlive) {
    await cluster.stop('fast')
    await cluster.start()
  }
  const waited = await waitForAcknowledgement(writers, freed)
  await Promise.all(campuses.map(waitUntilReady))
  const figures = assertNothingLost(await writers.settle(url))
  assertAlive(campuses)
  await Promise.all(campuses.map(({ stop }) => stop()))
  const how = isAlive ? 'the database lived' : 'the database had ended and was started'
  return `${figures}; ${how}, acknowledged again ${waited} ms after there was space`
}

/** Mount a disk of this many megabytes below the folder of the drill. */
function smallDisk(place: Workspace, name: string, megabytes: number): string {
  if (process.getuid?.() !== 0) throw new Error('This drill mounts a small disk: run it as root.')
  const path = join(place.folder, name)
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path])
  place.onClose(() => void execFileSync('umount', [path]))
  return path
}

function folderOn(disk: string, name: string): string {
  const path = join(disk, name)
  mkdirSync(path, { mode: 0o700 })
  const owner = ensurePostgresUser()
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
  return path
}

/** Fill a disk completely. Returns the file that fills it. */
function fillUp(disk: string): string {
  const path = join(disk, 'ballast')
  const file = openSync(path, 'w')
  const bytes = Buffer.alloc(2 ** 16)
  try {
    for (;;) writeSync(file, bytes)
  } catch {
    // The disk is full.
  } finally {
    closeSync(file)
  }
  return path
}
