// Forgets sign-ins that nobody finished.
export { pruneVisits } from './store.ts'
