// The way to school, for the office.
export { travelOnBehalfForm } from './travel-form.ts'
