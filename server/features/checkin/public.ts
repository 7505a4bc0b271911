// The credential of a signed-in student, and arrivals confirmed by the office.
export { confirmArrivalByOffice, findCurrentArrival } from './office-arrivals.ts'
// Revokes an arrival on behalf of the office, no matter who confirmed it.
export { revertStudentArrival } from './arrivals.ts'
export { issuePassCredential } from './issue-credential.ts'
export { isPassKeyLost, PASS_KEY_LOST_MESSAGE, createPassKey } from './pass-keys.ts'
// The buildings of a supervisor.
export { findBuildingsOfSupervisor } from './store.ts'
