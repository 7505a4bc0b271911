// Appends an entry to the office's audit log, and finds the last one about an object.
export { findLastAuditEntry, recordAuditEntry } from './audit-log.ts'
// A handler of staff that records its action in the audit log.
export { auditedHandler } from './audited-handler.ts'
// Runs a search for people with a limit and an audit log entry; without a text, lists.
export { listOrSearch, runAuditedSearch } from './audited-search.ts'
// Creates the handler of an export, which is logged and streamed.
export { createExportHandler } from './export-handler.ts'
