/** What other parts of the app may use of family; nothing else of this folder is theirs. */
export { familyQuery } from './queries.ts'
export { familyOutboxView } from './outbox-view.ts'
