// Reads the school calendar, which is cached on the phone.
export { calendarQuery } from './queries.ts'
