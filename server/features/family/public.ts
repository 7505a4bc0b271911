// Details and household of a student.
export { detailsOnBehalfForm } from './details-form.ts'
export { familyOnBehalfForm } from './family-form.ts'
export { findDetails, saveDetails, saveHousehold } from './store.ts'
