/** What other parts of the app may use of offline-preparation; nothing else of this folder is theirs. */
export { loadPreparation } from './load-preparation.ts'
