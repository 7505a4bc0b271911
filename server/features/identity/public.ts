// Deletes expired proofs of messaging accounts, and old known browsers.
export { pruneDevices, pruneProofs } from './store.ts'
// The phones on which a student is signed in or bound, for the office.
export { accountsOf, phonesOf, unbindPhone } from './student-phones.ts'
// Signs in a person whom the university has identified.
export { enterByNumber } from './sign-in-by-number.ts'
