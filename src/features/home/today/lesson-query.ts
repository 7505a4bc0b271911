import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { timetable } from '#contract/timetable'

/** The term's timetable, kept under the same key as the timetable's own page. */
export const termTimetableQuery = (number: string) =>
  cachedQuery({
    name: 'timetable',
    entry: timetable.find,
    input: { number, week: undefined },
    maxAge: 30,
  })
