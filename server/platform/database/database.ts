import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import { DEFAULT_MAX_CONNECTIONS, createKyselyPool, openPool } from './driver/pool.ts'
import type { StatementNaming } from './driver/prepared-statement.ts'
import { PROBE_TIMEOUT_MS } from './health/write-probe.ts'
import type { Schema } from './schema/schema.ts'

/** An open database. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** A connection outside the pool, to probe whether writes are possible when the pool has none left. */
  readonly probePool: pg.Pool
  readonly close: () => Promise<void>
}

/**
 * Open the pool of connections. `onError` hears of connections that died. All that a process asks
 * goes over these: who holds one and waits for a second waits for others that do the same, so
 * nothing is asked of the pool from inside a transaction.
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
  // A connection that is being closed may still hear that the database stops; nobody misses it.
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
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createKyselyPool(pool, sending) }),
  })
  const close = async () => {
    closing = true
    // The builder ends the pool only if it was ever asked something.
    await Promise.all([db.destroy(), probing.end()])
    if (!pool.ending) await pool.end()
  }
  return { db, pool, probePool: probing, close }
}

/** The query builder on one connection, inside the transaction that the connection is in. */
export function createTransactionDb(client: pg.Client): Db {
  const pool = {
    connect: async () => ({
      // The builder's type knows a cursor as well; nobody asks for one.
      query: (text: unknown, values: readonly unknown[] = []): never =>
        client.query(String(text), [...values]) as never,
      release: () => {},
    }),
    end: async () => {},
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}
