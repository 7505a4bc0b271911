import { setTimeout as pause } from 'node:timers/promises'
import {
  waitUntilReady,
  waitUntilUnready,
  assertAlive,
  startCampusProcess,
} from './support/campus-process.ts'
import { rejoinAsStandby, promoteStandby, requireSyncStandby } from './support/standby.ts'
import { type TestCluster, startCluster, startStandby } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'
import {
  waitForAcknowledgement,
  assertNothingLost,
  measureSlowestRead,
  signInStudents,
  type WriteTraffic,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'The primary is killed (kill -9) while 50 students submit, and its synchronous standby is promoted by hand, three times; the standby stops; waiting commits are cancelled and lost.'

const STUDENTS = 50
const ROUNDS = 3
const BETWEEN_MS = 3000
const AGAIN_MS = 2000

/** Returns how many submissions were acknowledged, and the longest wait after a promotion. */
export async function drill(place: Workspace): Promise<string> {
  let primary = await startCluster(place, 'first')
  // This is set in the configuration file, where pg_rewind finds it too. The WAL that pg_rewind
  // needs must not be recycled earlier.
  await primary.query(`alter system set wal_keep_size = '256MB'`)
  await primary.query('select pg_reload_conf()')
  let standby = await startStandby(place, 'second', primary)
  await requireSyncStandby(primary, standby)
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const url = `postgres://campus@${hosts}/postgres?target_session_attrs=read-write`
  const campuses = [await startCampusProcess(place, url), await startCampusProcess(place, url)]
  const students = await signInStudents(campuses[0]?.url ?? '', primary.url(), STUDENTS)
  const urls = campuses.map((campus) => campus.url)
  const writers = startTraffic(urls, students)
  let longest = 0
  for (let round = 1; round <= ROUNDS; round++) {
    await pause(BETWEEN_MS)
    await primary.stop('kill')
    await Promise.all(
      campuses.map((campus) => waitUntilUnready(campus, ['away', 'read-only', 'slow'])),
    )
    longest = Math.max(longest, await takeOver(standby, writers))
    await Promise.all(campuses.map(waitUntilReady))
    ;[primary, standby] = [standby, primary]
    await pause(BETWEEN_MS)
    await rejoinAsStandby(standby, primary)
    await requireSyncStandby(primary, standby)
    place.print(`promoted ${round} of ${ROUNDS}: ${writers.acknowledged()} acknowledged so far`)
  }

  await standby.stop('fast')
  await Promise.all(campuses.map((campus) => waitUntilUnready(campus, ['standby'])))
  const slowest = await measureSlowestRead(urls, students[0])
  place.print(`without the standby: writes come later, the slowest of 20 reads took ${slowest} ms`)
  await standby.start()
  const waited = await waitForAcknowledgement(writers, Date.now())
  await Promise.all(campuses.map(waitUntilReady))
  place.print(`with it: acknowledged again after ${waited} ms`)

  await pause(BETWEEN_MS)
  await standby.stop('fast')
  await pause(500)
  const acknowledged = writers.acknowledged()
  const cancelled = await cancelWaits(primary)
  if (cancelled === 0) throw new Error('no commit waited')
  if (writers.acknowledged() > acknowledged)
    throw new Error(`${writers.acknowledged() - acknowledged} acknowledged on one server alone`)
  await primary.stop('kill')
  await standby.start()
  longest = Math.max(longest, await takeOver(standby, writers))
  place.print(`${cancelled} commits whose wait was cancelled went down with their server`)
  await pause(BETWEEN_MS)

  const figures = assertNothingLost(await writers.settle(standby.url()))
  assertAlive(campuses)
  return `${figures}; again at most ${longest} ms after a promotion`
}

async function takeOver(standby: TestCluster, writers: WriteTraffic): Promise<number> {
  await pause(BETWEEN_MS)
  await promoteStandby(standby)
  const waited = await waitForAcknowledgement(writers, Date.now())
  if (waited > AGAIN_MS) throw new Error(`acknowledged again only ${waited} ms after a promotion`)
  return waited
}

// For six seconds, cancel waiting commits as an administrator who wants to help might do.
async function cancelWaits(primary: TestCluster): Promise<number> {
  let cancelled = 0
  for (let i = 0; i < 30; i++) {
    const rows = await primary.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and application_name = 'baodao'`,
    )
    cancelled += rows.length
    await pause(200)
  }
  return cancelled
}
