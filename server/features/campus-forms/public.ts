// The forms of the campus: their published versions, and for whom they are.
export {
  compileOnce,
  findFormsOfStudent,
  findListedStudents,
  findNewestVersions,
  findPublishedVersion,
  findVersionList,
  type PublishedForm,
  replaceListedStudents,
  selectStudentsOfForm,
} from './store.ts'
export { type StoredAnswers, findAnswers } from './answers.ts'
export { findFile } from './files.ts'
export { listOfferedForms, toFile } from './offered-forms.ts'
export { receivePart } from './receive-file.ts'
export { titleOf } from './save-answers.ts'
export { createCampusOnBehalfForm } from './on-behalf.ts'
export { publishForm, reopenForm, retireForm } from './publish.ts'
