// Import kinds and their templates.
export { getImportKind, importKinds } from './kinds/index.ts'
export { csvTemplate, xlsxTemplate } from './template.ts'
// Creating, applying and reverting imports, and their state.
export { beginImport } from './begin-import.ts'
export { beginApply } from './apply.ts'
export { beginRevert } from './revert-import.ts'
export { refusalsFile } from './refused-rows.ts'
export { findImportById, type ImportRecord, importsOf, pruneImports } from './store.ts'
export { parseSkippedLines } from './import-entry.ts'
