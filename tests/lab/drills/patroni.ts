import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { waitUntilReady, assertAlive, startCampusProcess } from './support/campus-process.ts'
import { type PatroniNode, startPatroni } from './support/patroni.ts'
import { findProgram } from './support/programs.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import {
  waitForAcknowledgement,
  assertNothingLost,
  signInStudents,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'Patroni, etcd and HAProxy run with the sample configuration while 50 students submit: the database is killed, then its whole server, then the primary is switched; one process connects through HAProxy, another with both hosts.'

const STUDENTS = 50
const BETWEEN_MS = 3000
const AGAIN_MS = 2000

/** Returns how many submissions were acknowledged, and the wait after each promotion. */
export async function drill(place: Workspace): Promise<string> {
  const site = await startPatroni(place)
  let { primary, standby } = await site.waitForSyncPair()
  await createDatabase(primary)
  place.print(`${primary.name} is the primary, ${standby.name} its synchronous standby`)
  const { host, port } = site.proxy
  const byProxy = `postgres://campus:CHANGE-campus@${host}:${port}/campus`
  const [one, two] = site.nodes
  const byHosts = `postgres://campus:CHANGE-campus@${one.host},${two.host}/campus?target_session_attrs=read-write`
  await waitForResult('HAProxy leads to the primary', () => answers(byProxy))
  const campuses = [
    await startCampusProcess(place, byProxy),
    await startCampusProcess(place, byHosts),
  ]
  const students = await signInStudents(campuses[0]?.url ?? '', byProxy, STUDENTS)
  const writers = startTraffic(
    campuses.map(({ url }) => url),
    students,
  )
  const all = () => Promise.all(campuses.map(waitUntilReady))

  await pause(BETWEEN_MS)
  const killed = Date.now()
  primary.killDatabase()
  place.print(`the database of ${primary.name} is killed`)
  const restarted = await waitForAcknowledgement(writers, killed + 500)
  place.print(`acknowledged again after ${restarted + 500} ms, ${writers.acknowledged()} so far`)
  await all()
  ;({ primary, standby } = await site.waitForSyncPair())

  await pause(BETWEEN_MS)
  const lost = Date.now()
  const promoted = promotionOf(standby)
  await primary.killAll()
  place.print(`everything on ${primary.name} is killed`)
  const at = await promoted
  const afterKill = await waitForAcknowledgement(writers, at)
  place.print(
    `${standby.name} is promoted after ${at - lost} ms, acknowledged ${afterKill} ms later`,
  )
  await all()
  primary.start()
  ;({ primary, standby } = await site.waitForSyncPair())
  place.print(
    `${standby.name} is back and waited for, ${writers.acknowledged()} acknowledged so far`,
  )

  await pause(BETWEEN_MS)
  const moved = promotionOf(standby)
  const ends = ['--leader', primary.name, '--candidate', standby.name]
  const command = ['-c', site.config, 'switchover', 'campus', ...ends, '--force']
  await promisify(execFile)(findProgram('patronictl', 'patroni'), command)
  const afterMove = await waitForAcknowledgement(writers, await moved)
  place.print(`the primary is moved to ${standby.name}, acknowledged ${afterMove} ms later`)
  await all()
  await site.waitForSyncPair()

  const figures = assertNothingLost(await writers.settle(byProxy))
  assertAlive(campuses)
  const slowest = Math.max(afterKill, afterMove)
  if (slowest > AGAIN_MS) throw new Error(`${slowest} ms after a promotion; ${figures}`)
  return `${figures}; again ${afterKill} ms after a failover, ${afterMove} ms after a move`
}

async function createDatabase(primary: PatroniNode): Promise<void> {
  const admin = await administrator(primary)
  await admin.query(`create role campus login password 'CHANGE-campus'`)
  await admin.query('create database campus owner campus')
  await admin.end()
}

async function administrator({ host }: PatroniNode): Promise<pg.Client> {
  const client = new pg.Client({ host, user: 'postgres', password: 'CHANGE-superuser' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Wait until this standby is the primary. A direct connection polls the server, since this is the
 * earliest moment at which a write could succeed. Returns the time in ms.
 */
async function promotionOf(standby: PatroniNode): Promise<number> {
  const client = await administrator(standby)
  const isPromoted = async () => {
    const { rows } = await client.query('select where not pg_is_in_recovery()')
    return rows.length > 0
  }
  await waitForResult(`${standby.name} is promoted`, isPromoted, {
    patienceMs: 120_000,
    everyMs: 10,
  })
  const at = Date.now()
  await client.end()
  return at
}

const answers = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
