// Deletes the proofs of messaging accounts that have run out.
export { pruneProofs } from './store.ts'
