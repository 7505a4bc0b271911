import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import { DEFAULT_MAX_CONNECTIONS, createKyselyPool, openPool } from './driver/pool.ts'
import { setReadPipeline, type StatementNaming } from './driver/prepared-statement.ts'
import { createReadPipeline } from './driver/read-pipeline.ts'
import { PROBE_TIMEOUT_MS } from './health/write-probe.ts'
import type { DatabaseSchema } from './schema/schema.ts'

/** An open database. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /**
   * A connection outside the pool. It probes whether writes are possible when the pool has no free
   * connection.
   */
  readonly probePool: pg.Pool
  readonly close: () => Promise<void>
}

/**
 * Opens the connection pool of a process. `onError` is called for each connection that fails. Code
 * inside a transaction must not use the pool: requests that hold a connection while they wait for a
 * second connection can block each other.
 */
export function openDatabase({
  connectionString,
  statementMs = 10_000,
  waitMs = 5000,
  connections: max = DEFAULT_MAX_CONNECTIONS,
  names = 'where-supported',
  onError,
}: {
  connectionString: string
  statementMs?: number
  waitMs?: number
  connections?: number
  names?: StatementNaming
  onError: (error: Error) => void
}): Database {
  // While the pool is being closed, a connection can still fail because the database stops; such
  // errors are not reported.
  let closing = false
  const told = (error: Error) => {
    if (!closing) onError(error)
  }
  const pool = openPool({ connectionString, max, statementMs, waitMs, onError: told })
  const probing = openPool({
    connectionString,
    max: 1,
    statementMs: PROBE_TIMEOUT_MS,
    waitMs: PROBE_TIMEOUT_MS,
    onError: told,
  })
  const sending = { statementMs, waitMs, names }
  const db = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({ pool: createKyselyPool(pool, sending) }),
  })
  // With a single connection, a stream of reads would keep it from the writes.
  if (max > 1) setReadPipeline(db, createReadPipeline(pool, sending))
  const close = async () => {
    closing = true
    // The probe's pool is ended separately. The query builder ends its pool only if it has run a
    // query.
    await Promise.all([db.destroy(), probing.end()])
    if (!pool.ending) await pool.end()
  }
  return { db, pool, probePool: probing, close }
}

/** Creates a query builder on one connection, inside the connection's open transaction. */
export function createTransactionDb(client: pg.Client): Db {
  const pool = {
    connect: async () => ({
      // The builder's type also allows a cursor, which this code does not support.
      query: (text: unknown, values: readonly unknown[] = []): never =>
        client.query(String(text), [...values]) as never,
      release: () => {},
    }),
    end: async () => {},
  }
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) })
}
