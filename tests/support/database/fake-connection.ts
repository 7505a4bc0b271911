import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** A statement as a connection was asked to send it. */
export interface SentStatement {
  readonly text: string
  readonly name?: string | undefined
  readonly values?: readonly unknown[]
  readonly query_timeout?: number
}

/** A connection of a pool without a database behind it; a test answers what it was asked. */
export interface FakeConnection {
  readonly pool: pg.Pool
  readonly client: pg.PoolClient & { readonly secretKey: number }
  readonly sent: readonly SentStatement[]
  /** Each is answered with one row that says its text, until a test sets this. */
  answer: (statement: SentStatement) => unknown
  /** Inside a transaction or not, as the database said last. */
  status: 'I' | 'T' | 'E'
  /** What the pool got back: an error or true where it is not to be lent again. */
  readonly released: readonly unknown[]
  readonly ended: () => boolean
}

/**
 * A pool that lends one connection, whose statements go to nobody; `stream` is where it leads, and
 * `host` the host that it was made for, or the folder of a socket.
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
