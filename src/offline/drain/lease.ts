import { type Lease, type Transaction, ignoreRejection } from '../storage/outbox-database.ts'

/**
 * How long a sender may be silent before another takes over, ms: longer than any one request
 * (XC-22).
 */
export const LEASE_MS = 45_000

/** Does somebody hold it? A lease that ends later than any lease could is a clock that jumped. */
export const isLeaseActive = (lease: Lease | undefined, now: number): lease is Lease =>
  lease !== undefined && lease.until > now && lease.until <= now + LEASE_MS

/** Does this sender hold the lease? */
export const isLeaseHolder = async (
  transaction: Transaction<'readwrite'>,
  holder: string,
): Promise<boolean> => (await transaction.objectStore('lease').get('lease'))?.holder === holder

/** This sender has the lease from now on. */
export const writeLease = (
  transaction: Transaction<'readwrite'>,
  holder: string,
  now: number,
): void =>
  ignoreRejection(transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease'))
