// Writes into the log of the office what somebody did.
export { recordAuditEntry } from './audit-log.ts'
// Counts and notes a search of people.
export { runAuditedSearch } from './audited-search.ts'
// Answers an export: notes who takes what, and sends the table while it is read.
export { createExportHandler } from './export-handler.ts'
