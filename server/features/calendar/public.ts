// The days of the school's calendar on which no lessons, or those of another day, are held.
export { findHolidays, findSwappedDays } from './store.ts'
export { createFollowedDayResolver, parseFollowedDay } from './followed-day.ts'
