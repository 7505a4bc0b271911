import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { connectionTo } from './addresses.ts'
import { databaseTroubleOf } from './errors.ts'
import { nameOf } from './prepared.ts'

const DATE = 1082

/**
 * Open a pool of connections, each of which may die at any moment; `onError` hears of those that
 * do.
 */
export function openPool({
  connectionString,
  max,
  statementMs,
  onError,
}: {
  connectionString: string
  max: number
  /** How long a statement may take. */
  statementMs: number
  onError: (error: Error) => void
}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(connectionString),
    application_name: 'baodao',
    max,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementMs,
    // When the link is cut nobody says that a statement took too long; a little later than the
    // database would.
    query_timeout: statementMs * 1.2,
    keepAlive: true,
    idle_in_transaction_session_timeout: 15_000,
    // A day is a day: pg would make it a moment in this machine's zone.
    types: {
      getTypeParser: (oid, format) => (oid === DATE ? String : pg.types.getTypeParser(oid, format)),
    },
  })
  // The pool listens to a connection only while nobody uses it, and an error that nobody listens to
  // ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  // The listener above has reported these errors already.
  pool.on('error', () => {})
  return pool
}

/**
 * The pool as the query builder sees it: declared statements go out under their names, and what has
 * died is not lent again.
 */
export const forBuilder = (pool: pg.Pool): PostgresPool => ({
  connect: async () => lent(await pool.connect()),
  end: () => pool.end(),
})

function lent(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | undefined
  const ask = async (text: string, values: readonly unknown[]) => {
    // Whatever is asked of it now, a rollback too, fails for the reason that it was lost for.
    if (lost !== undefined) throw lost
    try {
      return await client.query({ name: nameOf(text), text, values: [...values] })
    } catch (error) {
      if (error instanceof Error && databaseTroubleOf(error) === 'away') lost = error
      throw error
    }
  }
  return {
    // The builder's type knows a cursor as well; nobody asks for one.
    query: (text: unknown, values?: readonly unknown[]): never =>
      ask(String(text), values ?? []) as never,
    // A connection that is inside a transaction, or lost without an event so far, would fail
    // whoever gets it next.
    release: () => client.release(lost ?? client.getTransactionStatus() !== 'I'),
  }
}
