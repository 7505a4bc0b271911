// Deletes unfinished sign-ins.
export { pruneUniversitySignIns } from './store.ts'
