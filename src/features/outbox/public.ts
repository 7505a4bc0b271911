/** The public API of the outbox feature; other features import nothing else from this folder. */
export { LazyExportButton, LazyExportItems } from './LazyExport.tsx'
export { parseExport } from './outbox-export.ts'
export { fieldsOf, formViews } from './form-views.ts'
export { splitFields } from './merge-fields.ts'
export { LazyOwnOutbox } from './LazyOwnOutbox.ts'
