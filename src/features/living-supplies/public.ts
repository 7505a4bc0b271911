/**
 * The public API of the living-supplies feature; other features import nothing else from this
 * folder.
 */
export { packagesQuery, reservationQuery, supplyResidentQuery } from './queries.ts'
export { prefetchLivingSupplies } from './prefetch.ts'
export { livingSuppliesOutboxView } from './outbox-view.ts'
