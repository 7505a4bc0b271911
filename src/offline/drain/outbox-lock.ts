import type { OutboxDatabase } from '../storage/outbox-database.ts'
import { isLeaseActive, LEASE_MS } from './lease.ts'

const NAME = 'baodao-outbox'

/** How a sender waits its turn. */
export interface OutboxLockOptions {
  readonly database: OutboxDatabase
  /** Missing in old browsers; then the lease in the database alone decides. */
  readonly locks?: LockManager | undefined
  /**
   * May this sender take over from one that has gone silent? Only what the student looks at may.
   */
  readonly canTakeOver: () => boolean
  readonly now?: () => number
}

/**
 * Do a round as the only sender of all tabs and the worker (docs/offline.md, "One sender"). Waits
 * in the lock's queue, for a tab that asks only once would never take over; steals the lock of a
 * tab that was frozen with it.
 */
export async function withOutboxLock<Result>(
  { database, locks, canTakeOver, now = Date.now }: OutboxLockOptions,
  round: (turn: { locked: boolean }) => Promise<Result>,
): Promise<Result | undefined> {
  if (locks === undefined) return round({ locked: false })
  const patience = new AbortController()
  const watch = setInterval(() => {
    if (!canTakeOver()) return
    leaseHasEnded(database, now()).then(
      (ended) => ended && patience.abort(),
      // What cannot be read just now is asked for again.
      () => {},
    )
  }, LEASE_MS / 3)
  try {
    return await locks.request(NAME, { signal: patience.signal }, () => {
      clearInterval(watch)
      return round({ locked: true })
    })
  } catch (cause) {
    if (!isAbort(cause)) throw cause
    // Either we gave up waiting in the queue, and steal; or our own lock was stolen, and the other
    // one goes on.
    return patience.signal.aborted
      ? await locks.request(NAME, { steal: true }, () => round({ locked: true }))
      : undefined
  } finally {
    clearInterval(watch)
  }
}

async function leaseHasEnded(database: OutboxDatabase, now: number) {
  const lease = await database.run({ mode: 'readonly', stores: ['lease'] }, (transaction) =>
    transaction.objectStore('lease').get('lease'),
  )
  return lease !== undefined && !isLeaseActive(lease, now)
}

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'
