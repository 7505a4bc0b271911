/**
 * The public API of the offline-preparation feature; other features import nothing else from this
 * folder.
 */
export { loadPreparation } from './load-preparation.ts'
