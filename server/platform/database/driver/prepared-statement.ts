import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { isDirectConnection } from './cancel-query.ts'

/** A prepared statement: its text is constant. */
export interface PreparedStatement<Row> {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<QueryResult<Row>>
}

const statementNames = new Map<string, string>()

const transactionConnections = new WeakMap<Db, DatabaseConnection>()

/**
 * Sends the prepared statements of a transaction directly to its connection: the query builder would
 * hold a statement back until the statement before it is answered. Statements are sent in the order
 * in which they are run, and the database executes them in this order.
 */
export async function sendStatementsDirectly(tx: Db): Promise<void> {
  await tx
    .getExecutor()
    .provideConnection(async (connection) => void transactionConnections.set(tx, connection))
}

/**
 * Declares a frequent statement, which each connection parses and plans once. The statement must
 * name its columns: if a migration adds a column, a prepared `select *` fails in the processes that
 * are still running.
 */
export function prepareStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  statementNames.set(text, name)
  return {
    run: (db, parameters) =>
      (transactionConnections.get(db) ?? db).executeQuery<Row>(
        CompiledQuery.raw(text, [...parameters]),
      ),
  }
}

/** A prepared `select` that takes no locks and changes nothing. */
export interface PreparedRead {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** Sends the prepared reads of several requests over the same connection. */
export interface ReadPipeline {
  /** Resolves to undefined if the database does not support named statements. */
  readonly run: <Row>(read: PreparedRead) => Promise<QueryResult<Row> | undefined>
}

const readPipelines = new WeakMap<Db, ReadPipeline>()

/** Sends the prepared reads of this database through a pipeline, except those of transactions. */
export const setReadPipeline = (db: Db, pipeline: ReadPipeline): void =>
  void readPipelines.set(db, pipeline)

/**
 * Declares a frequent read as `prepareStatement` does. The statement must be a `select` that takes
 * no locks and changes nothing, because it shares its connection with the reads of other requests.
 */
export function prepareRead<Row>(name: string, text: string): PreparedStatement<Row> {
  const { run } = prepareStatement<Row>(name, text)
  return {
    run: async (db, values) =>
      (await readPipelines.get(db)?.run<Row>({ name, text, values })) ?? run(db, values),
  }
}

/** A statement of a transaction whose result is not used. */
export interface PipelinedStatement {
  readonly run: (db: Db, parameters: readonly unknown[]) => Promise<void>
}

const pipelinedTexts = new Set<string>()

/**
 * Declares a statement whose result is not used, as in most writes. In a transaction the statement
 * is pipelined: `run` resolves at once, and the next statement is sent without waiting. An error of
 * the statement is thrown by the next statement whose result is awaited, at the latest by the
 * commit.
 */
export function pipelineStatement(name: string, text: string): PipelinedStatement {
  const { run } = prepareStatement<never>(name, text)
  pipelinedTexts.add(text)
  return { run: async (db, parameters) => void (await run(db, parameters)) }
}

/** Whether this text was declared with `pipelineStatement`. */
export const isPipelined = (text: string): boolean => pipelinedTexts.has(text)

/** The name of a declared statement, by its text. */
export const statementNameOf = (text: string): string | undefined => statementNames.get(text)

/** Whether statements are named; 'where-supported': on direct connections to the database. */
export type StatementNaming = 'always' | 'never' | 'where-supported'

const namedStatementSupport = new WeakMap<pg.PoolClient, boolean>()

/**
 * Whether this connection supports named statements. Behind a pooler the next transaction can use
 * another server connection, where the name is unknown or belongs to another client's statement.
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
