// The forms of the campus: their published versions, and for whom they are.
export {
  findFormsOfStudent,
  findListedStudents,
  findNewestVersions,
  findPublishedVersion,
  findVersionList,
  type PublishedForm,
  replaceListedStudents,
} from './store.ts'
export { compileFormInTurns } from './compile-form.ts'
export { findAnswers, findClassmates } from './answers.ts'
export { findFile } from './files.ts'
export { listOfferedForms, toFile } from './offered-forms.ts'
export { receivePart } from './receive-file.ts'
export { createCampusOnBehalfForm } from './on-behalf.ts'
export { publishForm, reopenForm, retireForm } from './publish.ts'
