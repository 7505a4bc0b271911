import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { forBuilder, openPool } from './connections.ts'
import type { Schema } from './schema.ts'

/** Where queries are run: the database or a transaction on it. */
export type Db = Kysely<Schema>

/** An open database. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /**
   * A few connections beside the pool, for what is counted while a transaction holds one of the
   * pool's.
   */
  readonly limits: pg.Pool
  readonly close: () => Promise<void>
}

/** Open the pools of connections. `onError` hears of connections that died. */
export function openDatabase({
  connectionString,
  statementMs = 10_000,
  onError,
}: {
  connectionString: string
  statementMs?: number
  onError: (error: Error) => void
}): Database {
  // A connection that is being closed may still hear that the database stops; nobody misses it.
  let closing = false
  const told = (error: Error) => {
    if (!closing) onError(error)
  }
  // Who holds a connection and waits for a second of the same pool waits for others that do the
  // same.
  const pool = openPool({ connectionString, max: 10, statementMs, onError: told })
  const limits = openPool({ connectionString, max: 2, statementMs, onError: told })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: forBuilder(pool) }) })
  const close = async () => {
    closing = true
    await Promise.all([db.destroy(), limits.end()])
  }
  return { db, pool, limits, close }
}
