import type pg from 'pg'

/**
 * A commit was not confirmed by the standby: it is durable on this server only and would be lost with
 * it. The caller must not be told that it is stored.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError'

  constructor() {
    super('The wait for the standby was cancelled.')
  }
}

// PostgreSQL calls such a commit a success and adds a warning, in its own language and without a
// code of its own; the function that it comes from has one name everywhere.
const WAITING = 'SyncRepWaitForLSN'
const unconfirmedClients = new WeakSet<pg.ClientBase>()

/** From now on record which commits of this connection the standby has not confirmed. */
export function watchCommitNotices(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unconfirmedClients.add(client)
  })
}

/** Throw if the last commit of this connection is on no other server. */
export function assertCommitConfirmed(client: pg.ClientBase): void {
  if (unconfirmedClients.has(client)) throw new UnconfirmedCommitError()
}
