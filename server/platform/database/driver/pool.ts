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

/** How many connections a process takes at most where nothing else is said. */
export const DEFAULT_MAX_CONNECTIONS = 12

const DATE = 1082
/** What the database has to call a statement off before nobody listens to it any more. */
const GRACE_MS = 2000

/** How the connections of a process are opened and used. */
export interface PoolParams {
  readonly connectionString: string
  readonly max: number
  /** How long a statement may take. */
  readonly statementMs: number
  /** How long a request waits for a connection, be it one of ours or a pooler's. */
  readonly waitMs: number
  /** Hears of connections that died. */
  readonly onError: (error: Error) => void
}

/**
 * Open a pool of connections, each of which may die at any moment. Nothing is said when one is
 * opened, and nothing is left behind in it: a pooler refuses the one, and lends a connection with
 * the other to somebody else.
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
    // When the link is cut nobody says that a statement took too long; a little later than the
    // database would.
    query_timeout: statementMs + GRACE_MS,
    keepAlive: true,
    // What need not be waited for is not.
    pipeline: true,
    // A day is a day: pg would make it a moment in this machine's zone.
    types: {
      getTypeParser: (oid, format) => (oid === DATE ? String : pg.types.getTypeParser(oid, format)),
    },
  })
  // The pool listens to a connection only while nobody uses it, and an error that nobody listens to
  // ends the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    watchCommitNotices(client)
  })
  // The listener above has reported these errors already.
  pool.on('error', () => {})
  return pool
}

/** How statements are sent. */
export interface StatementParams extends Pick<PoolParams, 'statementMs' | 'waitMs'> {
  readonly names: StatementNaming
}

/**
 * The pool as the query builder sees it: declared statements go out under their names where these
 * are kept, no statement runs without end, and what has died is not lent again.
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
  // What was sent in this transaction and nobody waited for, in its order.
  let unheard: Promise<Error | undefined>[] = []
  const send = async (text: string, values: readonly unknown[]) => {
    // A commit that waits for a standby, with others who wait for its connection, is not called
    // off: it may come true yet.
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
    unheard.push(send(text, values).then(() => undefined, errorOf))
    return PIPELINED_RESULT
  }
  const ask = async (text: string, values: readonly unknown[]) => {
    // Whatever is asked of it now, a rollback too, fails for the reason that it was lost for.
    if (lost !== undefined) throw lost
    if (text === 'begin') isInside = true
    if (isInside && (text === 'begin' || isPipelined(text))) return sendAhead(text, values)
    // A transaction brings its limits along; what stands alone is called off from here.
    const late = isInside
      ? undefined
      : setTimeout(() => {
          isCancelled = true
          cancelQuery(client)
        }, statementMs)
    try {
      const result = await send(text, values).catch(errorOf)
      // It was answered behind all that was sent before it, and fails because one of those did.
      const before = (await Promise.all(unheard)).find(isError)
      unheard = []
      if (before !== undefined && text !== 'rollback') throw before
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
    // The builder's type knows a cursor as well; nobody asks for one.
    query: (text: unknown, values?: readonly unknown[]): never =>
      ask(String(text), values ?? []) as never,
    // A connection that is inside a transaction, or lost without an event so far, would fail
    // whoever gets it next.
    release: () => client.release(lost ?? (isCancelled || client.getTransactionStatus() !== 'I')),
  }
}

/** What is said in place of an answer that nobody waits for. */
const PIPELINED_RESULT = { command: '', rowCount: 0, rows: [] }

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
const isError = (one: unknown): one is Error => one instanceof Error

const IDLE_MS = 15_000

// Until the end of the transaction, so that nothing stays on a connection that a pooler lends on.
const beginWith = (statementMs: number) =>
  `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`
