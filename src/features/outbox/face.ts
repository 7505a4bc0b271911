/** What other parts of the app may use of the outbox; nothing else of this folder is theirs. */
export { ExportButtonLater, ExportLater } from './ExportLater.tsx'
export { readExport } from './exported.ts'
export { fieldsOf, formViews } from './forms.ts'
export { splitFields } from './mix.ts'
export { OwnOutbox } from './own.ts'
