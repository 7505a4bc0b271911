// The way to school, for the office.
export { travelDesk } from './save.ts'
