/** What other parts of the app may use of family; nothing else of this folder is theirs. */
export { familyQuery } from './queries.ts'
export { familyView } from './outbox-view.ts'
