// Details and household of a student.
export { familyDesk } from './save.ts'
export { findDetails, saveDetails, saveHousehold } from './store.ts'
