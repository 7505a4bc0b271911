import { Socket } from 'node:net'
import type pg from 'pg'
import * as v from 'valibot'

// Properties of the driver's client that its types do not declare.
const DriverInternals = v.object({
  processID: v.number(),
  secretKey: v.number(),
  connection: v.object({ stream: v.instance(Socket) }),
})

/** The server's end of a connection: its process id, secret key and socket. */
export interface ServerConnection {
  readonly processID: number
  readonly secretKey: number
  readonly stream: Socket
}

const found = new WeakMap<pg.PoolClient, ServerConnection>()

/** The server's end of a connection; undefined if the client is not connected. */
export function serverConnectionOf(client: pg.PoolClient): ServerConnection | undefined {
  const known = found.get(client)
  if (known !== undefined) return known
  const read = v.safeParse(DriverInternals, client)
  if (!read.success) return undefined
  const { connection, ...own } = read.output
  const wire = { ...own, stream: connection.stream }
  found.set(client, wire)
  return wire
}

/** Buffers everything sent until the end of this tick, and sends it as one write. */
export function corkUntilNextTick(client: pg.PoolClient): void {
  const stream = serverConnectionOf(client)?.stream
  stream?.cork()
  process.nextTick(() => stream?.uncork())
}
