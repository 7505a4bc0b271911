import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** A statement that a connection was asked to send. */
export interface SentStatement {
  readonly text: string
  readonly name?: string | undefined
  readonly values?: readonly unknown[]
  readonly query_timeout?: number
}

/** A pool's connection without a database. The test answers the statements. */
export interface FakeConnection {
  readonly pool: pg.Pool
  readonly client: pg.PoolClient & { readonly secretKey: number }
  readonly sent: readonly SentStatement[]
  /** The answer to a statement. By default it is one row with the statement's text. */
  answer: (statement: SentStatement) => unknown
  /** The transaction status that the database reported last. */
  status: 'I' | 'T' | 'E'
  /**
   * How connections were returned to the pool: with an error or true if they must not be used
   * again.
   */
  readonly released: readonly unknown[]
  readonly ended: () => boolean
}

/**
 * A pool with one connection, whose statements are not sent. `stream` is the connection's socket,
 * and `host` is the host that it connects to, or the folder of a socket.
 */
export function createFakeConnection(stream?: Socket, host = 'localhost'): FakeConnection {
  const sent: SentStatement[] = []
  const released: unknown[] = []
  let isEnded = false
  const client = Object.assign(new EventEmitter(), {
    host,
    port: 5432,
    ...(stream !== undefined && { processID: 7, secretKey: -8, connection: { stream } }),
    query: async (asked: SentStatement | string) => {
      const statement = typeof asked === 'string' ? { text: asked } : asked
      sent.push(statement)
      return one.answer(statement)
    },
    getTransactionStatus: () => one.status,
    release: (error?: unknown) => void released.push(error),
  })
  const pool = { connect: async () => client, end: async () => void (isEnded = true) }
  const one: FakeConnection = {
    pool: pool as unknown as pg.Pool,
    client: client as unknown as FakeConnection['client'],
    sent,
    answer: ({ text }) => ({ command: 'SELECT', rowCount: 1, rows: [{ text }] }),
    status: 'I',
    released,
    ended: () => isEnded,
  }
  return one
}
