import type pg from 'pg'

/**
 * A commit did not wait for the standby until the end: it counts here, and would be gone if this
 * server was lost now. Whoever asked for it must not hear that it is kept.
 */
export class Unsure extends Error {
  override readonly name = 'Unsure'

  constructor() {
    super('The wait for the standby was cancelled.')
  }
}

// PostgreSQL calls such a commit a success and adds a warning, in its own language and without a
// code of its own; the function that it comes from has one name everywhere.
const WAITING = 'SyncRepWaitForLSN'
const unsure = new WeakSet<pg.ClientBase>()

/** From now on notice when a commit of this connection is not waited for. */
export function watchCommits(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unsure.add(client)
  })
}

/** Throw if what this connection did last is on no other server. */
export function mustBeSure(client: pg.ClientBase): void {
  if (unsure.has(client)) throw new Unsure()
}
