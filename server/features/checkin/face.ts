// The credential of a student who is signed in.
export { issueCredential } from './issue.ts'
// The buildings that a supervisor looks after.
export { buildingsOf } from './store.ts'
