import {
  type SenderLease,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'

/**
 * How long a lease is valid without renewal, ms: longer than any single request (XC-22). After that
 * another sender takes over.
 */
export const LEASE_MS = 45_000

/**
 * Whether the lease is held. A lease that ends further ahead than `LEASE_MS` was written before the
 * clock was set back, and does not count.
 */
export const isLeaseActive = (lease: SenderLease | undefined, now: number): lease is SenderLease =>
  lease !== undefined && lease.until > now && lease.until <= now + LEASE_MS

/** Whether this sender holds the lease. */
export const isLeaseHolder = async (
  transaction: OutboxTransaction<'readwrite'>,
  holder: string,
): Promise<boolean> => (await transaction.objectStore('lease').get('lease'))?.holder === holder

/** Writes or renews the lease for this sender. */
export const writeLease = (
  transaction: OutboxTransaction<'readwrite'>,
  holder: string,
  now: number,
): void =>
  ignoreRejection(transaction.objectStore('lease').put({ holder, until: now + LEASE_MS }, 'lease'))
