/** What other parts of the app may use of checkin; nothing else of this folder is theirs. */
export { preparePass } from './pass-prepare.ts'
export { type PassState, usePass } from './pass.ts'
export { arrivalsQuery, isRosterHere, rosterQuery, useRoster } from './scanner.ts'
export { seeFaces } from './faces.ts'
export { useScans } from './scans.ts'
export { tallyOf } from './tally.ts'
export { scanView } from './outbox-view.ts'
