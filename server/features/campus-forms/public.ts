// The forms of the campus: their published versions, and for whom they are.
export {
  compileOnce,
  findListedStudents,
  findNewestVersions,
  findPublishedVersion,
  findVersionList,
  isFormForStudent,
  type PublishedForm,
  replaceListedStudents,
  selectStudentsOfForm,
} from './store.ts'
export { publishForm, retireForm } from './publish.ts'
