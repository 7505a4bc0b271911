/** The public API of the family feature; other features import nothing else from this folder. */
export { familyQuery } from './queries.ts'
export { familyOutboxView } from './outbox-view.ts'
