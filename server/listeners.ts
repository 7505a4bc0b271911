import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer, Server as NetServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** A port or socket at which a server accepts connections. */
export interface Listener {
  /** Resolves when all connections in the backlog are accepted. */
  readonly drainBacklog: () => Promise<void>
  /** Stops listening. Resolves when all connections of this listener have ended. */
  readonly close: () => Promise<void>
}

/**
 * The number of connections that the system completes before the process accepts them. It has to be
 * large enough for a whole burst, because a proxy treats a refused connection as evidence that the
 * process is down.
 */
export const LISTEN_BACKLOG = 4096

/**
 * The largest number of turns of the event loop to wait: under a flood of connections the backlog
 * never becomes empty.
 */
const MAX_DRAIN_TURNS = 2000

/**
 * The listener for the port of `server`. When a port is closed, the system resets the connections
 * that are still in the backlog, and new connections cannot be redirected before that. So
 * `drainBacklog` waits for a moment at which the backlog is empty.
 */
export const portListenerOf = (server: Server): Listener => ({
  drainBacklog: () => waitForEmptyBacklog(server),
  // The close() of an HTTP server would end idle connections at once.
  close: () =>
    new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve())),
})

/**
 * Makes `server` accept connections at the Unix domain socket `path` as well. This listener closes
 * without losing a connection: when the path is removed, a proxy uses another process, and all
 * connections in the backlog are accepted.
 */
export async function listenOnSocket(server: Server, path: string): Promise<Listener> {
  // A process that was killed leaves its socket file behind. No running process uses the same path.
  rmSync(path, { force: true })
  const door = createServer((socket) => void server.emit('connection', socket))
  await new Promise<void>((resolve, reject) => {
    door.on('error', reject)
    // The socket is writable for all users, because the proxy runs as another user.
    door.listen({ path, backlog: LISTEN_BACKLOG, readableAll: true, writableAll: true }, resolve)
  })
  return {
    drainBacklog: () => {
      rmSync(path, { force: true })
      return waitForEmptyBacklog(door)
    },
    close: () => new Promise((resolve) => void door.close(() => resolve())),
  }
}

// The event loop accepts one connection in each turn, and a whole turn passes between two calls of
// `turn`.
async function waitForEmptyBacklog(door: NetServer): Promise<void> {
  let hasCome = true
  const come = () => void (hasCome = true)
  door.on('connection', come)
  for (let turns = 0; hasCome && turns < MAX_DRAIN_TURNS; turns++) {
    hasCome = false
    await turn()
    await turn()
  }
  door.off('connection', come)
}
