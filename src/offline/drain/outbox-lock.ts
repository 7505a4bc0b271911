import type { OutboxDatabase } from '../storage/outbox-database.ts'
import { isLeaseActive, LEASE_MS } from './lease.ts'

const NAME = 'baodao-outbox'

/** The options of acquiring the lock. */
export interface OutboxLockOptions {
  readonly database: OutboxDatabase
  /**
   * The browser's Web Locks; undefined in old browsers, where only the lease in the database
   * decides.
   */
  readonly locks?: LockManager | undefined
  /**
   * Whether this sender can take the lock from a sender that no longer renews its lease. True only
   * for the page that the student is looking at.
   */
  readonly canTakeOver: () => boolean
  readonly now?: () => number
}

/**
 * Runs a sending round as the only sender among all tabs and the service worker (docs/offline.md,
 * "One sender").
 *
 * The sender waits in the queue of the Web Lock, because a tab that tried only once would never
 * take over. It steals the lock from a tab that was frozen while holding it. Resolves to undefined
 * if the lock of this sender was stolen.
 */
export async function withOutboxLock<Result>(
  { database, locks, canTakeOver, now = Date.now }: OutboxLockOptions,
  round: (turn: { locked: boolean }) => Promise<Result>,
): Promise<Result | undefined> {
  if (locks === undefined) return round({ locked: false })
  const timeout = new AbortController()
  const watch = setInterval(() => {
    if (!canTakeOver()) return
    leaseHasEnded(database, now()).then(
      (ended) => ended && timeout.abort(),
      // If the lease cannot be read now, the next interval reads it again.
      () => {},
    )
  }, LEASE_MS / 3)
  try {
    return await locks.request(NAME, { signal: timeout.signal }, () => {
      clearInterval(watch)
      return round({ locked: true })
    })
  } catch (cause) {
    if (!isAbort(cause)) throw cause
    // There are two cases: this sender stopped waiting in the queue and steals the lock, or this
    // sender's lock was stolen and the other sender continues.
    return timeout.signal.aborted
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
