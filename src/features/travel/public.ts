/** The public API of the travel feature; other features import nothing else from this folder. */
export { travelQuery } from './queries.ts'
export { travelOutboxView } from './outbox-view.ts'
