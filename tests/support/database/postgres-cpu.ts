import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/db'

/**
 * No request may take more than this many times the CPU time that PostgreSQL needs for the
 * reference statement.
 */
export const MAX_REFERENCE_STATEMENTS = 4

/**
 * The processes of all connections to a database, as paths of their CPU times. The paths do not
 * exist if PostgreSQL runs on another machine, or if the system has no `/proc` (Linux).
 */
export async function listConnectionProcesses(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db)
  return rows.map(({ pid }) => `/proc/${pid}/schedstat`)
}

/** The CPU time in ms that these processes have used. A process that has ended counts nothing. */
export function readCpuMs(processes: readonly string[]): number {
  let sum = 0
  for (const path of processes)
    if (existsSync(path)) sum += Number.parseInt(readFileSync(path, 'utf8'), 10) / 1e6
  return sum
}

/** A statement of known size, which takes some tens of milliseconds of CPU time. */
export const runReferenceStatement = (db: Db): Promise<unknown> =>
  sql`select sum(length(md5(n::text))) from generate_series(1, 50000) as n`.execute(db)
