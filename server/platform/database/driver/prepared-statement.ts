import { CompiledQuery, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { isDirectConnection } from './cancel-query.ts'

/** A statement whose text never changes. */
export interface PreparedStatement<Row> {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<QueryResult<Row>>
}

const statementNames = new Map<string, string>()

/**
 * A statement that each connection reads and plans once, for what nearly every call says; its text
 * is not built anew either. It names its columns: when a migration widens a table, a prepared
 * `select *` fails in the processes that still run.
 */
export function prepareStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  statementNames.set(text, name)
  return {
    run: (db, parameters) => db.executeQuery<Row>({ ...CompiledQuery.raw(text, [...parameters]) }),
  }
}

/** A statement of a transaction whose answer nobody looks at. */
export interface PipelinedStatement {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<void>
}

const pipelinedTexts = new Set<string>()

/**
 * A statement whose answer nobody looks at, as most that write are: in a transaction it is not waited
 * for, what follows is sent right behind it. What it fails with, whatever comes next fails with, the
 * commit at the latest.
 */
export function pipelineStatement(name: string, text: string): PipelinedStatement {
  const { run } = prepareStatement<never>(name, text)
  pipelinedTexts.add(text)
  return { run: async (db, parameters) => void (await run(db, parameters)) }
}

/** Was this statement declared as one whose answer nobody looks at? */
export const isPipelined = (text: string): boolean => pipelinedTexts.has(text)

/** The name under which a statement was declared here, if it was. */
export const statementNameOf = (text: string): string | undefined => statementNames.get(text)

/** Whether statements are named; 'where-supported': on connections to the database itself. */
export type StatementNaming = 'always' | 'never' | 'where-supported'

const namedStatementSupport = new WeakMap<pg.PoolClient, boolean>()

/**
 * Does this connection keep named statements? Behind a pooler the next transaction may have another
 * one, which does not know the name, or has it from somebody else.
 */
export async function supportsNamedStatements(
  client: pg.PoolClient,
  wish: StatementNaming,
): Promise<boolean> {
  if (wish !== 'where-supported') return wish === 'always'
  const known = namedStatementSupport.get(client) ?? (await isDirectConnection(client))
  namedStatementSupport.set(client, known)
  return known
}
