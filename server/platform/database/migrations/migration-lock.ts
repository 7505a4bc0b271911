import type pg from 'pg'

// The id of an advisory lock: an arbitrary unused number, the same in all processes.
const MIGRATION_LOCK_ID = 730_101

/**
 * Runs `work` in a transaction that changes the tables, while no other process runs such a
 * transaction. The lock belongs to the transaction and not to the session, because a pooler would
 * pass a connection with a session lock on to other clients.
 */
export async function withMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  // Migrations of large tables can take longer than the database's statement_timeout.
  await client.query('begin; set local statement_timeout = 0')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID])
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
