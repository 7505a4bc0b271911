/** The public API of the outbox feature; other features import nothing else from this folder. */
export { LazyExportButton, LazyExportItems } from './LazyExport.tsx'
export { parseExport } from './outbox-export.ts'
export { readStoredFields, formViewsByName } from './form-views.ts'
export { splitConflictingFields } from './merge-fields.ts'
export { LazyOwnOutbox } from './LazyOwnOutbox.ts'
