// The credential of a student who is signed in; arrivals that the office confirms.
export { confirmAtDesk, standingArrival } from './desk.ts'
export { issueCredential } from './issue.ts'
// The buildings that a supervisor looks after.
export { buildingsOf } from './store.ts'
