// The way to school, for the office.
export { travelOnBehalfForm } from './save.ts'
