/** What other parts of the app may use of checkin; nothing else of this folder is theirs. */
export { prefetchCredential } from './pass/prefetch-credential.ts'
export { type PassState, usePass } from './pass/usePass.ts'
export { arrivalsQuery, isRosterCached, rosterQuery, useRoster } from './roster/queries.ts'
export { syncCachedRosterPortraits } from './roster/portraits.ts'
export { useScans } from './scans/scans.ts'
export { countRoster } from './roster/roster-counts.ts'
export { scanOutboxView } from './outbox-view.ts'
