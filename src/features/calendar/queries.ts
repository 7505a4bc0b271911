import { keptQuery } from '#app/lib/kept.ts'
import { calendar } from '#contract/calendar'

/** The school calendar; a year old, it still is better than none. */
export const calendarQuery = () =>
  keptQuery({ name: 'calendar', entry: calendar.find, input: {}, maxAge: 366 })
