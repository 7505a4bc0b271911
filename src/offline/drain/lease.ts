import {
  type SenderLease,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'

/**
 * The validity of a lease that is not renewed, ms. It is longer than any single request (XC-22).
 * After that time another sender takes over.
 */
export const LEASE_MS = 45_000

/**
 * Whether a sender holds the lease at `now`, ms since the epoch. A lease that ends later than
 * `LEASE_MS` from now was written before the clock was set back, and does not count.
 */
export const isLeaseActive = (lease: SenderLease | undefined, now: number): lease is SenderLease =>
  lease !== undefined && lease.until > now && lease.until <= now + LEASE_MS

/** Whether the sender `holder` holds the lease. */
export const isLeaseHolder = async (
  transaction: OutboxTransaction<'readwrite'>,
  holder: string,
): Promise<boolean> => (await transaction.objectStore('lease').get('lease'))?.holder === holder

/** Writes or renews the lease of the sender `holder`. */
export const writeLease = (
  transaction: OutboxTransaction<'readwrite'>,
  holder: string,
  now: number,
): void =>
  ignoreRejection(transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease'))
