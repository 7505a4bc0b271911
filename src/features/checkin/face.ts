/** What other parts of the app may use of checkin; nothing else of this folder is theirs. */
export { prefetchCredential } from './pass-prepare.ts'
export { type PassState, usePass } from './pass.ts'
export { arrivalsQuery, isRosterCached, rosterQuery, useRoster } from './scanner.ts'
export { syncCachedRosterPortraits } from './faces.ts'
export { useScans } from './scans.ts'
export { countRoster } from './tally.ts'
export { scanOutboxView } from './outbox-view.ts'
