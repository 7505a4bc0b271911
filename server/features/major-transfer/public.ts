// A student's applications to change the major.
export { findOwnTransfers } from './store.ts'
