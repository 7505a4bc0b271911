import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { ownerForRoot } from '#server/platform/database/postgres-files'
import type { Cluster } from './cluster.ts'
import { eventually } from './place.ts'
import { postgresProgram } from './programs.ts'

const run = promisify(execFile)

/** Make a standby the primary, as an administrator does by hand. */
export async function promote({ folder }: Cluster): Promise<void> {
  await run(postgresProgram('pg_ctl'), ['promote', '-w', '-D', folder], { ...ownerForRoot() })
}

/** Let a former primary that was killed go back to where both agree, and follow the new one. */
export async function follow(former: Cluster, primary: Cluster): Promise<void> {
  // Before its first checkpoint a promoted server looks to pg_rewind as if it had not been promoted.
  await primary.ask('checkpoint')
  const source = `host=127.0.0.1 port=${primary.port} user=campus dbname=postgres application_name=${basename(former.folder)}`
  const options = ['--write-recovery-conf', '-D', former.folder, `--source-server=${source}`]
  await run(postgresProgram('pg_rewind'), options, { ...ownerForRoot() })
  await former.start()
}

/** From now on commits of this primary wait for this standby; answers when they need not wait long. */
export async function waitFor(primary: Cluster, standby: Cluster): Promise<void> {
  const name = basename(standby.folder)
  const isBeside = async (state: string) =>
    (
      await primary.ask(
        `select from pg_stat_replication where application_name = '${name}' and ${state}`,
      )
    ).length > 0
  await eventually(`${name} follows`, () => isBeside(`state = 'streaming'`))
  await primary.ask(`alter system set synchronous_standby_names = '"${name}"'`)
  await primary.ask('select pg_reload_conf()')
  await eventually(`${name} is waited for`, () => isBeside(`sync_state = 'sync'`))
}
