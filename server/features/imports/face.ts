// What can be imported, and its empty files: for the command line.
export { kindOf, kinds } from './kinds/index.ts'
export { csvTemplate, xlsxTemplate } from './template.ts'
