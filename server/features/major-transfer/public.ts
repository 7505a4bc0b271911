// A student's applications for a transfer to another major.
export { findOwnTransfers } from './store.ts'
