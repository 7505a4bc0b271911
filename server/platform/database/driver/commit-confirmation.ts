import type pg from 'pg'

/**
 * A commit did not wait for the standby until the end: it counts here, and would be gone if this
 * server was lost now. Whoever asked for it must not hear that it is kept.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'Unsure'

  constructor() {
    super('The wait for the standby was cancelled.')
  }
}

// PostgreSQL calls such a commit a success and adds a warning, in its own language and without a
// code of its own; the function that it comes from has one name everywhere.
const WAITING = 'SyncRepWaitForLSN'
const unconfirmedClients = new WeakSet<pg.ClientBase>()

/** From now on notice when a commit of this connection is not waited for. */
export function watchCommitNotices(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unconfirmedClients.add(client)
  })
}

/** Throw if what this connection did last is on no other server. */
export function assertCommitConfirmed(client: pg.ClientBase): void {
  if (unconfirmedClients.has(client)) throw new UnconfirmedCommitError()
}
