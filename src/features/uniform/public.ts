/** What other parts of the app may use of uniform; nothing else of this folder is theirs. */
export { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'
export { prefetchUniform } from './prefetch.ts'
export { uniformOutboxView } from './outbox-view.ts'
