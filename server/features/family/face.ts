// Details and household of a student.
export { findDetails, saveDetails, saveHousehold } from './store.ts'
