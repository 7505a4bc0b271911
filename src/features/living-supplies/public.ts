/** What other parts of the app may use of living; nothing else of this folder is theirs. */
export { packagesQuery, reservationQuery, residentQuery } from './queries.ts'
export { prefetchLivingSupplies } from './prefetch.ts'
export { livingSuppliesOutboxView } from './outbox-view.ts'
