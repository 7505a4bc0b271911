// The credential of a student who is signed in; arrivals that the office confirms.
export { confirmAtDesk, standingArrival } from './desk.ts'
// An arrival is taken back by the office, whoever confirmed it.
export { takeBackOf } from './arrivals.ts'
export { issueCredential } from './issue.ts'
export { isKeyLost, KEY_LOST, makePassKey } from './keys.ts'
// The buildings that a supervisor looks after.
export { buildingsOf } from './store.ts'
