import { createConnection, type Socket } from 'node:net'
import type pg from 'pg'
import { serverConnectionOf } from './server-connection.ts'

const REQUEST = 80_877_102
const TIMEOUT_MS = 2000

/**
 * Sends a CancelRequest for the running statement of a connection. By PostgreSQL's protocol the
 * request uses a separate, unencrypted connection and gets no response. The request might have no
 * effect, or cancel the next statement of the connection instead, so the connection should not be
 * used again.
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
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
}

// The address of the server to which the client is connected: a host name can resolve to several
// machines, and a Unix domain socket has no remote address.
function placeOf({ host: name, port: own }: pg.PoolClient, stream: Socket) {
  const { remoteAddress: host, remotePort: port } = stream
  if (host !== undefined && port !== undefined) return { host, port }
  return name.startsWith('/') ? { path: `${name}/.s.PGSQL.${own}` } : undefined
}

/**
 * Whether this is a connection to the database itself. A pooler reports an invented process id, and
 * can use another server connection for each transaction.
 */
export async function isDirectConnection(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && rows[0]?.pid === client.processID
}
