// Forgets sign-ins that nobody finished.
export { pruneUniversitySignIns } from './store.ts'
