import { precachedQuery } from '#app/lib/cache/precached-query.ts'
import { calendar } from '#contract/calendar'

/** The school calendar; a year old, it still is better than none. */
export const calendarQuery = () =>
  precachedQuery({ name: 'calendar', entry: calendar.find, input: {}, maxAge: 366 })
