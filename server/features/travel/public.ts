// The travel form, for the office and its exports.
export { travelOnBehalfForm } from './travel-form.ts'
export { TRAVEL_COLUMNS } from './store.ts'
