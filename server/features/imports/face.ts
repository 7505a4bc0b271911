// What can be imported, and its empty files.
export { kindOf, kinds } from './kinds/index.ts'
export { csvTemplate, xlsxTemplate } from './template.ts'
// A file is brought, written and taken back, and what became of it.
export { beginImport } from './begin.ts'
export { beginApply } from './apply.ts'
export { beginTakeBack } from './take-back.ts'
export { refusalsFile } from './refusals.ts'
export { importBy, type ImportFound, importsOf, pruneImports } from './store.ts'
export { skippedIn } from './show.ts'
