import { precachedQuery } from '#app/lib/cache/precached-query.ts'
import { calendar } from '#contract/calendar'

/**
 * Reads the school calendar. The copy is valid for a year, because an old calendar is better than
 * none.
 */
export const calendarQuery = () =>
  precachedQuery({ name: 'calendar', entry: calendar.find, input: {}, maxAge: 366 })
