/** What other parts of the app may use of living; nothing else of this folder is theirs. */
export { packagesQuery, reservationQuery, residentQuery } from './queries.ts'
export { warmLiving } from './warm.ts'
export { livingView } from './outbox-view.ts'
