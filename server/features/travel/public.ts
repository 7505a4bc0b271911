// The travel form, for the office and its exports.
export { TRAVEL_FORM_NAME, travelOnBehalfForm } from './travel-form.ts'
export { TRAVEL_COLUMNS } from './store.ts'
