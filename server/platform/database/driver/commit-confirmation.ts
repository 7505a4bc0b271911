import type pg from 'pg'

/**
 * Thrown if the standby has not confirmed a commit. The commit is durable on this server only and
 * would be lost together with it, so the client must not get a success response.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError'

  constructor() {
    super('The wait for the standby was cancelled.')
  }
}

// PostgreSQL reports such a commit as a success with a warning. The warning's text is translated
// and it has no SQLSTATE of its own, so it is recognized by the name of the C function that sends
// it.
const WAITING = 'SyncRepWaitForLSN'
const unconfirmedClients = new WeakSet<pg.ClientBase>()

/** Starts recording the commits of this connection that the standby has not confirmed. */
export function watchCommitNotices(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unconfirmedClients.add(client)
  })
}

/** Throws `UnconfirmedCommitError` if the last commit of this connection was not confirmed. */
export function assertCommitConfirmed(client: pg.ClientBase): void {
  if (unconfirmedClients.has(client)) throw new UnconfirmedCommitError()
}
