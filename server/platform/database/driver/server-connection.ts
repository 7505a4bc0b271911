import { Socket } from 'node:net'
import type pg from 'pg'
import * as v from 'valibot'

// What the driver knows of a connection and does not declare.
const DriverInternals = v.object({
  processID: v.number(),
  secretKey: v.number(),
  connection: v.object({ stream: v.instance(Socket) }),
})

/** The far end of a connection: its process, and what goes there. */
export interface ServerConnection {
  readonly processID: number
  readonly secretKey: number
  readonly stream: Socket
}

const found = new WeakMap<pg.PoolClient, ServerConnection>()

/** The wire of a connection that stands. */
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

/** All that is sent from now until this turn has ended goes out at once. */
export function corkUntilNextTick(client: pg.PoolClient): void {
  const stream = serverConnectionOf(client)?.stream
  stream?.cork()
  process.nextTick(() => stream?.uncork())
}
