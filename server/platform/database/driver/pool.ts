import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { classifyDatabaseError } from '../errors.ts'
import { cancelQuery } from './cancel-query.ts'
import { assertCommitConfirmed, watchCommitNotices } from './commit-confirmation.ts'
import { connectionConfigFor } from './host-selection.ts'
import {
  isPipelined,
  supportsNamedStatements,
  statementNameOf,
  type StatementNaming,
} from './prepared-statement.ts'
import { corkUntilNextTick } from './server-connection.ts'

/** The default maximum of connections of a process. */
export const DEFAULT_MAX_CONNECTIONS = 12

const DATE = 1082
/** The time that the database has to cancel a statement before the client stops waiting, ms. */
const GRACE_MS = 2000

/** The parameters of a connection pool. */
export interface PoolParams {
  readonly connectionString: string
  readonly max: number
  /** The time limit of a statement, ms. */
  readonly statementMs: number
  /** The time limit of waiting for a connection, of this pool or of an external pooler, ms. */
  readonly waitMs: number
  /** Called for each connection that fails. */
  readonly onError: (error: Error) => void
}

/**
 * Opens a connection pool. The pool works behind an external pooler (PgBouncer): its connections
 * send no startup parameters, which a pooler refuses, and leave no session state, which the pooler
 * would pass on to other clients.
 */
export function openPool({
  connectionString,
  max,
  statementMs,
  waitMs,
  onError,
}: PoolParams): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfigFor(connectionString),
    application_name: 'baodao',
    max,
    connectionTimeoutMillis: waitMs,
    // This limit is a little longer than the database's own limit. It applies if the network fails
    // and the database cannot report the time-out.
    query_timeout: statementMs + GRACE_MS,
    keepAlive: true,
    // Allows sending a statement before the response to the previous one.
    pipeline: true,
    // Dates stay text: pg would convert them to a Date in the local time zone.
    types: {
      getTypeParser: (oid, format) => (oid === DATE ? String : pg.types.getTypeParser(oid, format)),
    },
  })
  // The pool itself listens to errors of idle connections only, and an 'error' event without a
  // listener would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    watchCommitNotices(client)
  })
  // The listener above has reported these errors.
  pool.on('error', () => {})
  return pool
}

/** How statements are sent. */
export interface StatementParams extends Pick<PoolParams, 'statementMs' | 'waitMs'> {
  readonly names: StatementNaming
}

/**
 * Adapts a pool to the query builder. Prepared statements are sent under their names where the
 * connection supports it. Every statement has a time limit. A failed connection is not used again.
 */
export const createKyselyPool = (pool: pg.Pool, sending: StatementParams): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect()
    try {
      return wrapPooledClient(client, {
        ...sending,
        named: await supportsNamedStatements(client, sending.names),
      })
    } catch (error) {
      client.release(true)
      throw error
    }
  },
  end: () => pool.end(),
})

function wrapPooledClient(
  client: pg.PoolClient,
  {
    statementMs,
    waitMs,
    named,
  }: Pick<StatementParams, 'statementMs' | 'waitMs'> & { named: boolean },
): PostgresPoolClient {
  let lost: Error | undefined
  let isCancelled = false
  let isInside = false
  // The first error of the statements that were sent and whose results nobody has seen yet.
  let unheard = NO_ERROR
  const send = async (text: string, values: readonly unknown[]) => {
    // A commit that waits for the standby gets a shorter time limit, because other requests wait
    // for its connection. The commit is not cancelled, because it might still succeed.
    const isShort = text === 'begin' || text === 'commit'
    const result = await client.query({
      name: named ? statementNameOf(text) : undefined,
      text: text === 'begin' ? beginWith(statementMs) : text,
      values: [...values],
      ...(isShort && { query_timeout: waitMs }),
    })
    assertCommitConfirmed(client)
    return result
  }
  const sendAhead = (text: string, values: readonly unknown[]) => {
    corkUntilNextTick(client)
    unheard = firstError(unheard, send(text, values).catch(errorOf))
    return PIPELINED_RESULT
  }
  const ask = async (text: string, values: readonly unknown[]) => {
    // After the connection is lost, every statement fails with the same error, even a rollback.
    if (lost !== undefined) throw lost
    if (text === 'begin') isInside = true
    if (isInside && (text === 'begin' || isPipelined(text))) return sendAhead(text, values)
    // A transaction sets its own statement_timeout. A statement outside a transaction is cancelled
    // by this timer.
    const late = isInside
      ? undefined
      : setTimeout(() => {
          isCancelled = true
          cancelQuery(client)
        }, statementMs)
    try {
      // The statements of a transaction that are run together are one packet.
      if (isInside) corkUntilNextTick(client)
      const sent = send(text, values).catch(errorOf)
      // The server answers the statements in order. If one before this statement failed, its error is
      // the cause of this error.
      const failure = firstError(unheard, sent)
      unheard = failure
      const cause = await failure
      if (unheard === failure) unheard = NO_ERROR
      if (cause !== undefined && text !== 'rollback') throw cause
      const result = await sent
      if (isError(result)) throw result
      return result
    } catch (error) {
      if (error instanceof Error && classifyDatabaseError(error) === 'unavailable') lost = error
      throw error
    } finally {
      clearTimeout(late)
      if (text === 'commit' || text === 'rollback') isInside = false
    }
  }
  return {
    // The builder's type also allows a cursor, which this code does not support.
    query: (text: unknown, values?: readonly unknown[]): never =>
      ask(String(text), values ?? []) as never,
    // A connection that is lost or still inside a transaction is closed, because the next request
    // that uses it would fail.
    release: () => client.release(lost ?? (isCancelled || client.getTransactionStatus() !== 'I')),
  }
}

/** The placeholder result of a pipelined statement. */
const PIPELINED_RESULT = { command: '', rowCount: 0, rows: [] }

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
const isError = (one: unknown): one is Error => one instanceof Error

const NO_ERROR: Promise<Error | undefined> = Promise.resolve(undefined)

async function firstError(
  earlier: Promise<Error | undefined>,
  sent: Promise<unknown>,
): Promise<Error | undefined> {
  const result = await sent
  return (await earlier) ?? (isError(result) ? result : undefined)
}

const IDLE_MS = 15_000

// `set local` ends with the transaction, so an external pooler passes on no settings.
const beginWith = (statementMs: number) =>
  `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`
