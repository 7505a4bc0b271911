import { setTimeout as pause } from 'node:timers/promises'
import { mustBeReady, mustBeUnready, mustLive, startCampus } from './support/campus.ts'
import { type Cluster, startCluster, startStandby } from './support/cluster.ts'
import {
  acknowledgedAfter,
  holds,
  readMany,
  signIn,
  type Traffic,
  traffic,
} from './support/ledger.ts'
import type { Place } from './support/place.ts'
import { follow, promote, waitFor } from './support/standby.ts'

export const about =
  'The primary is killed (kill -9) under 50 students and its synchronous standby promoted by hand, three times; the standby goes; waiting commits are cancelled and lost.'

const STUDENTS = 50
const ROUNDS = 3
const BETWEEN_MS = 3000
const AGAIN_MS = 2000

/** Answers how many were acknowledged, and the longest wait after a promotion. */
export async function drill(place: Place): Promise<string> {
  let primary = await startCluster(place, 'first')
  // In the file, where pg_rewind finds it too: what it needs must not be recycled before.
  await primary.ask(`alter system set wal_keep_size = '256MB'`)
  await primary.ask('select pg_reload_conf()')
  let standby = await startStandby(place, 'second', primary)
  await waitFor(primary, standby)
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const url = `postgres://campus@${hosts}/postgres?target_session_attrs=read-write`
  const campuses = [await startCampus(place, url), await startCampus(place, url)]
  const students = await signIn(campuses[0]?.url ?? '', primary.url(), STUDENTS)
  const urls = campuses.map((campus) => campus.url)
  const writers = traffic(urls, students)
  let longest = 0
  for (let round = 1; round <= ROUNDS; round++) {
    await pause(BETWEEN_MS)
    await primary.end('kill')
    await Promise.all(
      campuses.map((campus) => mustBeUnready(campus, ['away', 'read-only', 'slow'])),
    )
    longest = Math.max(longest, await takeOver(standby, writers))
    await Promise.all(campuses.map(mustBeReady))
    ;[primary, standby] = [standby, primary]
    await pause(BETWEEN_MS)
    await follow(standby, primary)
    await waitFor(primary, standby)
    place.say(`promoted ${round} of ${ROUNDS}: ${writers.acknowledged()} acknowledged so far`)
  }

  await standby.end('fast')
  await Promise.all(campuses.map((campus) => mustBeUnready(campus, ['standby'])))
  const slowest = await readMany(urls, students[0])
  place.say(`without the standby: writes come later, the slowest of 20 reads took ${slowest} ms`)
  await standby.start()
  const waited = await acknowledgedAfter(writers, Date.now())
  await Promise.all(campuses.map(mustBeReady))
  place.say(`with it: acknowledged again after ${waited} ms`)

  await pause(BETWEEN_MS)
  await standby.end('fast')
  await pause(500)
  const acknowledged = writers.acknowledged()
  const cancelled = await cancelWaits(primary)
  if (cancelled === 0) throw new Error('no commit waited')
  if (writers.acknowledged() > acknowledged)
    throw new Error(`${writers.acknowledged() - acknowledged} acknowledged on one server alone`)
  await primary.end('kill')
  await standby.start()
  longest = Math.max(longest, await takeOver(standby, writers))
  place.say(`${cancelled} commits whose wait was cancelled went down with their server`)
  await pause(BETWEEN_MS)

  const figures = holds(await writers.settle(standby.url()))
  mustLive(campuses)
  return `${figures}; again at most ${longest} ms after a promotion`
}

async function takeOver(standby: Cluster, writers: Traffic): Promise<number> {
  await pause(BETWEEN_MS)
  await promote(standby)
  const waited = await acknowledgedAfter(writers, Date.now())
  if (waited > AGAIN_MS) throw new Error(`acknowledged again only ${waited} ms after a promotion`)
  return waited
}

// As an administrator who wants to help might do for six seconds.
async function cancelWaits(primary: Cluster): Promise<number> {
  let cancelled = 0
  for (let i = 0; i < 30; i++) {
    const rows = await primary.ask(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and application_name = 'baodao'`,
    )
    cancelled += rows.length
    await pause(200)
  }
  return cancelled
}
