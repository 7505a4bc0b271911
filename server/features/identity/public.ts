// Deletes the proofs of messaging accounts that have run out, and browsers of long ago.
export { pruneDevices, pruneProofs } from './store.ts'
// The phones on which a student is signed in or bound, for the office.
export { accountsOf, phonesOf, unbindPhone } from './student-phones.ts'
// Signs in whom the university has named.
export { enterByNumber } from './sign-in-by-number.ts'
