import { sql } from 'kysely'
import { startPeriodicJob, type BackgroundJob } from '../../periodic-job.ts'
import type { Db } from '../db.ts'
import { classifyDatabaseError } from '../errors.ts'

const EVERY_MS = 2000
const MANY_ROWS = 200

/**
 * Runs ANALYZE on each table that has at least doubled since its last ANALYZE. The planner uses
 * these statistics: the plan of a prepared statement might have been made for an empty table, with
 * a sequential scan. ANALYZE also makes connections plan again. Autovacuum runs once a minute,
 * which is too late if many phones come online at once. Returns the names of the tables.
 */
export async function analyzeGrownTables(db: Db): Promise<string[]> {
  const { rows: grown } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
    where schemaname = current_schema() and not pg_is_in_recovery()
      and not current_setting('transaction_read_only')::boolean
      and n_mod_since_analyze > greatest(reltuples, ${MANY_ROWS})`.execute(db)
  for (const { name } of grown)
    // Another process might be running ANALYZE on the table; then it is skipped.
    await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return grown.map(({ name }) => name)
}

/** Runs `analyzeGrownTables` every 2 s until it is stopped. */
export const startAutoAnalyze = (db: Db, onError: (error: unknown) => void): BackgroundJob =>
  startPeriodicJob(
    () => analyzeGrownTables(db),
    EVERY_MS,
    // The readiness check already reports an unavailable, busy or full database.
    (error) => classifyDatabaseError(error) === 'other' && onError(error),
  )
