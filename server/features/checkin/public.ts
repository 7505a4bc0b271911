// The credential of a signed-in student, and arrivals confirmed by the office.
export { confirmArrivalByOffice, findCurrentArrival } from './office-arrivals.ts'
// Revokes an arrival on behalf of the office, no matter who confirmed it.
export { revertStudentArrival } from './arrivals.ts'
export { issuePassCredential } from './issue-credential.ts'
export { isPassKeyLost, PASS_KEY_LOST_MESSAGE, createPassKey } from './pass-keys.ts'
// Scans of other stations: their student, and what the phones of their staff store.
export { findScan } from './routes.ts'
export { identifyScan, findScannedStudent } from './validate-scan.ts'
export { findCurrentPassPublicKeys } from './pass-keys.ts'
export { findRevokedPassPhones } from './pass-phones.ts'
export { scanPublicKey } from './scan-key.ts'
export { ensurePassIds } from './issue-credential.ts'
// The buildings of a supervisor.
export { findBuildingsOfSupervisor } from './store.ts'
