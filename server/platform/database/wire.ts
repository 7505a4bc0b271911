import { Socket } from 'node:net'
import type pg from 'pg'
import * as v from 'valibot'

// What the driver knows of a connection and does not declare.
const Known = v.object({
  processID: v.number(),
  secretKey: v.number(),
  connection: v.object({ stream: v.instance(Socket) }),
})

/** The far end of a connection: its process, and what goes there. */
export interface Wire {
  readonly processID: number
  readonly secretKey: number
  readonly stream: Socket
}

const found = new WeakMap<pg.PoolClient, Wire>()

/** The wire of a connection that stands. */
export function wireOf(client: pg.PoolClient): Wire | undefined {
  const known = found.get(client)
  if (known !== undefined) return known
  const read = v.safeParse(Known, client)
  if (!read.success) return undefined
  const { connection, ...own } = read.output
  const wire = { ...own, stream: connection.stream }
  found.set(client, wire)
  return wire
}

/** All that is sent from now until this turn has ended goes out at once. */
export function sendTogether(client: pg.PoolClient): void {
  const stream = wireOf(client)?.stream
  stream?.cork()
  process.nextTick(() => stream?.uncork())
}
