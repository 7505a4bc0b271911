/** What other parts of the app may use of the outbox; nothing else of this folder is theirs. */
export { LazyExportButton, LazyExportItems } from './LazyExport.tsx'
export { parseExport } from './outbox-export.ts'
export { fieldsOf, formViews } from './form-views.ts'
export { splitFields } from './merge-fields.ts'
export { LazyOwnOutbox } from './LazyOwnOutbox.ts'
