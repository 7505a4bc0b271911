import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer, Server as NetServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** Where a server lets people in. */
export interface Listener {
  /** Let nobody in from now on who can go elsewhere; answers when all who stood there are inside. */
  readonly drainBacklog: () => Promise<void>
  /** Close it. Answers when all who came in by it have gone. */
  readonly close: () => Promise<void>
}

/**
 * So many are connected by the system before the process looks: of a crowd that comes at once a proxy
 * would take those who are not for a sign that the process is gone.
 */
export const LISTEN_BACKLOG = 4096

/** Under a flood somebody stands there always. */
const MAX_DRAIN_TURNS = 2000

/**
 * The port that `server` listens at. The system throws out who is connected and not let in yet when
 * it is closed, and nothing tells them to go elsewhere first; so it waits for a moment in which
 * nobody stands there.
 */
export const portListenerOf = (server: Server): Listener => ({
  drainBacklog: () => waitForEmptyBacklog(server),
  // Its own close() hangs up on idle connections at once.
  close: () =>
    new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve())),
})

/**
 * Let people in at a path as well. This door closes without anybody noticing: who comes when the
 * path has gone goes elsewhere, and all who stood there are let in.
 */
export async function listenOnSocket(server: Server, path: string): Promise<Listener> {
  // One that was killed left its path behind; two that run have two ports and two paths.
  rmSync(path, { force: true })
  const door = createServer((socket) => void server.emit('connection', socket))
  await new Promise<void>((resolve, reject) => {
    door.on('error', reject)
    // The proxy is another user.
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

// The loop lets in one a turn. Between two of these there is a whole one.
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
