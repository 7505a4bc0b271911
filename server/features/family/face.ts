// Details and household of a student.
export { detailsDesk } from './details.ts'
export { familyDesk } from './save.ts'
export { findDetails, saveDetails, saveHousehold } from './store.ts'
