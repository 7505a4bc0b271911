import type pg from 'pg'

// The number of an advisory lock: any number that nobody else uses, the same in all processes.
const MIGRATION_LOCK_ID = 730_101

/**
 * Do something to the tables, in a transaction, while no other process does: each sees what those
 * before it did. The lock is the transaction's own, since a pooler would lend a connection with a
 * lock of the session to somebody else.
 */
export async function withMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  // However the database was set: a large table takes its time.
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
