import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { findPostgresProgram } from './programs.ts'
import type { TestCluster } from './test-cluster.ts'
import { waitForResult } from './workspace.ts'

const run = promisify(execFile)

/** Promote a standby to primary, as an administrator does. */
export async function promoteStandby({ folder }: TestCluster): Promise<void> {
  await run(findPostgresProgram('pg_ctl'), ['promote', '-w', '-D', folder], {
    ...ensurePostgresUser(),
  })
}

/**
 * Rewind a former primary that was killed to the point where both servers agree, and make it a
 * standby of the new primary.
 */
export async function rejoinAsStandby(former: TestCluster, primary: TestCluster): Promise<void> {
  // Before the first checkpoint after its promotion, pg_rewind does not recognize a server as
  // promoted.
  await primary.query('checkpoint')
  const source = `host=127.0.0.1 port=${primary.port} user=campus dbname=postgres application_name=${basename(former.folder)}`
  const options = ['--write-recovery-conf', '-D', former.folder, `--source-server=${source}`]
  await run(findPostgresProgram('pg_rewind'), options, { ...ensurePostgresUser() })
  await former.start()
}

/**
 * Make commits of this primary wait for this standby from now on. Resolves when the standby is in
 * sync.
 */
export async function requireSyncStandby(
  primary: TestCluster,
  standby: TestCluster,
): Promise<void> {
  const name = basename(standby.folder)
  const isBeside = async (state: string) =>
    (
      await primary.query(
        `select from pg_stat_replication where application_name = '${name}' and ${state}`,
      )
    ).length > 0
  await waitForResult(`${name} follows`, () => isBeside(`state = 'streaming'`))
  await primary.query(`alter system set synchronous_standby_names = '"${name}"'`)
  await primary.query('select pg_reload_conf()')
  await waitForResult(`${name} is waited for`, () => isBeside(`sync_state = 'sync'`))
}
