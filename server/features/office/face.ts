// Writes into the log of the office what somebody did.
export { noteDeed } from './store.ts'
// Counts and notes a search of people.
export { searched } from './search.ts'
// Answers an export: notes who takes what, and sends the table while it is read.
export { exported } from './exported.ts'
