// Deletes expired proofs of messaging accounts, and old known browsers.
export { pruneDevices, pruneOpenIdProofs } from './store.ts'
// The phones on which a student is signed in or bound, for the office.
export { listBoundMessagingAccounts, listStudentDevices, unbindDevice } from './student-phones.ts'
// Signs in a person whom the university has identified.
export { signInByNumber } from './sign-in-by-number.ts'
