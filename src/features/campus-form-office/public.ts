export { StudentFormsCard } from './StudentFormsCard.tsx'
export { sendExportedFiles, useExportedForm } from './exported-form.ts'
export { useFormTitle } from './useFormTitle.ts'
