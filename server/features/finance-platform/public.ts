// The references whose lines a file cannot change, because somebody has ended them.
export { findEndedReferences } from './store.ts'
