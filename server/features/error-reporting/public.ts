// Deletes old error reports.
export { pruneErrorReports } from './store.ts'
