import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { runCampusCommand } from './support/campus-command.ts'
import { startCampusProcess } from './support/campus-process.ts'
import { runAsPostgresUser, openCluster, startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'A database is recovered to a moment after its base backup, with the WAL archived since then.'

const STUDENTS = 10
const APART_MS = 1500
const REMARKS = `select words ->> 'remark' as remark from form_history where form = 'travel'`

/**
 * Returns how many submissions were acknowledged before and after the recovery target, and how many
 * the recovered database has.
 */
export async function drill(place: Workspace): Promise<string> {
  const archive = owned(join(place.folder, 'wal'))
  const settings = {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  }
  const cluster = await startCluster(place, 'database', settings)
  const campus = await startCampusProcess(place, cluster.url())
  const students = await signInStudents(campus.url, cluster.url(), STUDENTS * 2)
  const base = owned(join(place.folder, 'base'))
  const from = `host=127.0.0.1 port=${cluster.port} user=campus`
  runAsPostgresUser('pg_basebackup', ['-D', base, '-d', from, '-X', 'none', '-c', 'fast'])
  place.print('pg_basebackup has a copy')

  const early = startTraffic([campus.url], students.slice(0, STUDENTS))
  await waitForResult('the first students write', () => early.acknowledged() > STUDENTS * 4)
  const kept = assertNothingLost(await early.settle(cluster.url()))
  const before = await cluster.query<{ remark: string }>(REMARKS)
  await pause(APART_MS)
  const [{ now: moment } = { now: '' }] = await cluster.query<{ now: string }>(
    'select clock_timestamp()::text as now',
  )
  await pause(APART_MS)
  const late = startTraffic([campus.url], students.slice(STUDENTS))
  await waitForResult('the others write', () => late.acknowledged() > STUDENTS * 2)
  const lost = await late.settle(cluster.url())
  await cluster.query('select pg_switch_wal()')
  await campus.stop()
  await cluster.stop('fast')

  place.print(`going back to ${moment}`)
  const recovery = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  }
  writeFileSync(join(base, 'recovery.signal'), '')
  const back = openCluster(place, base, await place.port(), recovery)
  await back.start()
  await waitForResult('the recovery has ended', async () => {
    const [row] = await back.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
    return row?.recovers === false
  })
  place.print(await runCampusCommand(place, ['restored'], { DATABASE_URL: back.url() }))
  const again = await startCampusProcess(place, back.url())
  const { headers } = await fetch(`${again.url}/healthz`)
  if (headers.get('epoch') === null) throw new Error('the campus names no epoch')
  const found = new Set((await back.query<{ remark: string }>(REMARKS)).map(({ remark }) => remark))
  const gone = before.filter(({ remark }) => !found.has(remark)).length
  if (gone > 0 || found.size !== before.length)
    throw new Error(`${gone} of before are missing, ${found.size} instead of ${before.length}`)
  return `before: ${kept}; there again: ${found.size}; after it, and gone as wished: ${lost.acknowledged}; epoch ${headers.get('epoch')}`
}

// PostgreSQL's user reads and writes in this folder.
function owned(folder: string): string {
  mkdirSync(folder, { mode: 0o700 })
  const owner = ensurePostgresUser()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  return folder
}
