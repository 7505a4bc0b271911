/** What other parts of the app may use of the outbox; nothing else of this folder is theirs. */
export { LazyExportButton, LazyExportItems } from './ExportLater.tsx'
export { parseExport } from './exported.ts'
export { fieldsOf, formViews } from './forms.ts'
export { splitFields } from './mix.ts'
export { LazyOwnOutbox } from './own.ts'
