// The forms of a student's details and household.
export { detailsOnBehalfForm } from './details-form.ts'
export { familyOnBehalfForm } from './family-form.ts'
export { findDetails, saveDetails, saveHousehold } from './store.ts'
