// The tables of uploaded files.
export { openSheets } from './file/open-sheets.ts'
export { type ImportedSheet, UnreadableFileError } from './file/sheet-rows.ts'
// Import kinds and their templates.
export { isStudentHeading } from './kinds/students.ts'
export { getImportKind, importKinds } from './kinds/index.ts'
export { createCsvTemplate, createXlsxTemplate } from './template.ts'
// Creating, applying and reverting imports, and their state.
export { beginImport } from './begin-import.ts'
export { beginImportApply } from './apply.ts'
export { beginImportRevert } from './revert-import.ts'
export { createRefusedRowsFile } from './refused-rows.ts'
export { findImportById, type ImportRecord, findImportsOfKinds, pruneImports } from './store.ts'
export { parseSkippedLines } from './import-entry.ts'
// The cells of a file that could be numbers of people.
export { readNumberLines } from './number-lines.ts'
