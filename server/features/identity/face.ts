// What of the proofs of an account has run out.
export { pruneProofs } from './store.ts'
