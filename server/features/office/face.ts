// Writes into the log of the office what somebody did.
export { noteDeed } from './store.ts'
