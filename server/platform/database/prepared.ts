import { CompiledQuery, type QueryResult } from 'kysely'
import type pg from 'pg'
import { isDirect } from './cancel.ts'
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

/** A statement of a transaction whose answer nobody looks at. */
export interface Ahead {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<void>
}

const aheads = new Set<string>()

/**
 * A statement whose answer nobody looks at, as most that write are: in a transaction it is not waited
 * for, what follows is sent right behind it. What it fails with, whatever comes next fails with, the
 * commit at the latest.
 */
export function ahead(name: string, text: string): Ahead {
  const { run } = prepared<never>(name, text)
  aheads.add(text)
  return { run: async (db, parameters) => void (await run(db, parameters)) }
}

/** Was this statement declared as one whose answer nobody looks at? */
export const isAhead = (text: string): boolean => aheads.has(text)

/** The name under which a statement was declared here, if it was. */
export const nameOf = (text: string): string | undefined => names.get(text)

/** Whether statements are named; 'where kept': on connections to the database itself. */
export type NamesWish = 'always' | 'never' | 'where kept'

const found = new WeakMap<pg.PoolClient, boolean>()

/**
 * Does this connection keep named statements? Behind a pooler the next transaction may have another
 * one, which does not know the name, or has it from somebody else.
 */
export async function keepsNames(client: pg.PoolClient, wish: NamesWish): Promise<boolean> {
  if (wish !== 'where kept') return wish === 'always'
  const known = found.get(client) ?? (await isDirect(client))
  found.set(client, known)
  return known
}
