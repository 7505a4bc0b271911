import { createConnection, type Socket } from 'node:net'
import type pg from 'pg'
import { serverConnectionOf } from './server-connection.ts'

const REQUEST = 80_877_102
const PATIENCE_MS = 2000

/**
 * Ask the database to give up what this connection waits for, as the protocol has it: over a
 * connection of its own, unencrypted, and never answered. Nothing is promised; a statement of the
 * connection that follows may be hit instead, so it should not be used again.
 */
export function cancelQuery(client: pg.PoolClient): void {
  const wire = serverConnectionOf(client)
  if (wire === undefined) return
  const { processID, secretKey, stream } = wire
  const place = placeOf(client, stream)
  if (place === undefined) return
  const request = Buffer.alloc(16)
  for (const [at, word] of [16, REQUEST, processID, secretKey].entries())
    request.writeInt32BE(word, at * 4)
  const socket = createConnection(place, () => socket.end(request))
  socket.on('error', () => {})
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
}

// A name may lead to several machines; a socket of this one has no address at its far end.
function placeOf({ host: name, port: own }: pg.PoolClient, stream: Socket) {
  const { remoteAddress: host, remotePort: port } = stream
  if (host !== undefined && port !== undefined) return { host, port }
  return name.startsWith('/') ? { path: `${name}/.s.PGSQL.${own}` } : undefined
}

/**
 * Does the database itself stand at the other end? A pooler makes up the process that it names, and
 * puts another connection of its own behind every transaction.
 */
export async function isDirectConnection(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && rows[0]?.pid === client.processID
}
