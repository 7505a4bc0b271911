import { sql } from 'kysely'
import { startPeriodicJob, type BackgroundJob } from '../../periodic-job.ts'
import type { Db } from '../db.ts'
import { classifyDatabaseError } from '../errors.ts'

const EVERY_MS = 2000
const MANY_ROWS = 200

/**
 * Let the database count the rows anew of each table that has doubled, and more, since it last did.
 * It plans by what it counted, and a plan that a connection keeps (`prepared`) was perhaps made for an
 * empty table, which is read from end to end; to count is also what makes connections plan anew.
 * Autovacuum looks once a minute, too late where a whole year comes out of a tunnel.
 * Answers the names of the tables.
 */
export async function analyzeGrownTables(db: Db): Promise<string[]> {
  const { rows: grown } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
    where schemaname = current_schema() and not pg_is_in_recovery()
      and not current_setting('transaction_read_only')::boolean
      and n_mod_since_analyze > greatest(reltuples, ${MANY_ROWS})`.execute(db)
  for (const { name } of grown)
    // Another process may be at it.
    await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return grown.map(({ name }) => name)
}

/** Look after it as long as the server runs. */
export const startAutoAnalyze = (db: Db, onError: (error: unknown) => void): BackgroundJob =>
  startPeriodicJob(
    () => analyzeGrownTables(db),
    EVERY_MS,
    // Of a database that is away, busy or full it is told elsewhere, and once.
    (error) => classifyDatabaseError(error) === 'other' && onError(error),
  )
