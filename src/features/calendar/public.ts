// The school calendar, kept on the phone.
export { calendarQuery } from './queries.ts'
