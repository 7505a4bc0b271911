import { CompiledQuery, type PostgresPool, type PostgresPoolClient, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'

/** A statement whose text never changes. */
export interface Prepared<Row> {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<QueryResult<Row>>
}

const names = new Map<string, string>()

/**
 * A statement that each connection reads and plans once, for what nearly every call says; its text is not built anew either.
 * It names its columns: when a migration widens a table, a prepared `select *` fails in the processes that still run.
 */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  names.set(text, name)
  return { run: (db, parameters) => db.executeQuery<Row>({ ...CompiledQuery.raw(text, [...parameters]) }) }
}

/** The pool as the query builder sees it: what was declared here goes out under its name, everything else as it is. */
export const withPrepared = (pool: pg.Pool): PostgresPool => ({
  connect: async () => named(await pool.connect()),
  end: () => pool.end(),
})

const named = (client: pg.PoolClient): PostgresPoolClient => ({
  // The builder's type knows a cursor as well; nobody asks for one.
  query: (text: unknown, values?: readonly unknown[]): never =>
    client.query({ name: names.get(String(text)), text: String(text), values: [...(values ?? [])] }) as never,
  release: () => client.release(),
})
