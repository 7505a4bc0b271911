// One file for the inputs of rarer types, which a form loads when it has such a question.
export { AmountInput } from './AmountInput.tsx'
export { ClassmateInput } from './ClassmateInput.tsx'
export { FilesInput } from './FilesInput.tsx'
export { IdDocumentInput } from './IdDocumentInput.tsx'
export { RegionInput } from './RegionInput.tsx'
export { StatementInput } from './StatementInput.tsx'
