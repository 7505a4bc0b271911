/**
 * The public API of the green-channel feature; other features import nothing else from this folder.
 */
export { applicationQuery } from './queries.ts'
