import type pg from 'pg'

/**
 * Thrown when the standby has not confirmed a commit: it is durable on this server only and would
 * be lost with it. The client must not get a success response.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError'

  constructor() {
    super('The wait for the standby was cancelled.')
  }
}

// PostgreSQL reports such a commit as a success with a warning, which is translated and has no code
// of its own. It is recognized by the name of the C function that sends it.
const WAITING = 'SyncRepWaitForLSN'
const unconfirmedClients = new WeakSet<pg.ClientBase>()

/** Starts recording which commits of this connection the standby has not confirmed. */
export function watchCommitNotices(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unconfirmedClients.add(client)
  })
}

/** Throws `UnconfirmedCommitError` if the last commit of this connection was not confirmed. */
export function assertCommitConfirmed(client: pg.ClientBase): void {
  if (unconfirmedClients.has(client)) throw new UnconfirmedCommitError()
}
