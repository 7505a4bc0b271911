// The credential of a student who is signed in.
export { issueCredential } from './issue.ts'
