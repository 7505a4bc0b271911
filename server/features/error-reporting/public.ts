// Forgets what is old.
export { pruneErrorReports } from './store.ts'
