/** What other parts of the app may use of travel; nothing else of this folder is theirs. */
export { travelQuery } from './queries.ts'
export { travelOutboxView } from './outbox-view.ts'
