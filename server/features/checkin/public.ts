// The credential of a student who is signed in; arrivals that the office confirms.
export { confirmArrivalByOffice, findCurrentArrival } from './office-arrivals.ts'
// An arrival is taken back by the office, whoever confirmed it.
export { revertStudentArrival } from './arrivals.ts'
export { issueCredential } from './issue-credential.ts'
export { isPassKeyLost, PASS_KEY_LOST_MESSAGE, makePassKey } from './pass-keys.ts'
// The buildings that a supervisor looks after.
export { buildingsOf } from './store.ts'
