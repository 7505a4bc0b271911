/** The public API of the uniform feature; other features import nothing else from this folder. */
export { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'
export { prefetchUniform } from './prefetch.ts'
export { uniformOutboxView } from './outbox-view.ts'
