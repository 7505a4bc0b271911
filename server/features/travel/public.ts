// The travel form, for the office.
export { travelOnBehalfForm } from './travel-form.ts'
