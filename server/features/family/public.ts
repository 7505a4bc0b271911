// The forms of a student's details and household.
export { personalDetailsOnBehalfForm } from './details-form.ts'
export { familyOnBehalfForm } from './family-form.ts'
export { findPersonalDetails, savePersonalDetails, saveHousehold } from './store.ts'
