/** The public API of the checkin feature; other features import nothing else from this folder. */
export { prefetchCredential } from './pass/prefetch-credential.ts'
export { type PassState, usePass } from './pass/usePass.ts'
export { arrivalsQuery, isRosterCached, rosterQuery, useRoster } from './roster/queries.ts'
export { syncCachedRosterPortraits } from './roster/portraits.ts'
export { useScans } from './scans/scans.ts'
export { countRoster } from './roster/roster-counts.ts'
export { scanOutboxView } from './outbox-view.ts'
