// Details and household of a student.
export { detailsOnBehalfForm } from './details.ts'
export { familyOnBehalfForm } from './save.ts'
export { findDetails, saveDetails, saveHousehold } from './store.ts'
