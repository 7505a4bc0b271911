// The holidays of the school's calendar, on which no lessons are held.
export { findHolidays } from './store.ts'
