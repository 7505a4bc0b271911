// A student's applications to change the major.
export { findTransfers } from './store.ts'
