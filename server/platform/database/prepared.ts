import { CompiledQuery, type QueryResult } from 'kysely'
import type { Db } from './database.ts'

/** A statement whose text never changes. */
export interface Prepared<Row> {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<QueryResult<Row>>
}

const names = new Map<string, string>()

/**
 * A statement that each connection reads and plans once, for what nearly every call says; its text
 * is not built anew either. It names its columns: when a migration widens a table, a prepared
 * `select *` fails in the processes that still run.
 */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  names.set(text, name)
  return {
    run: (db, parameters) => db.executeQuery<Row>({ ...CompiledQuery.raw(text, [...parameters]) }),
  }
}

/** The name under which a statement was declared here, if it was. */
export const nameOf = (text: string): string | undefined => names.get(text)
