import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { timetable } from '#contract/timetable'

/** Reads the term's timetable, under the same cache key as the timetable's own page. */
export const currentTermTimetableQuery = (number: string) =>
  cachedQuery({
    name: 'timetable',
    entry: timetable.find,
    input: { number, week: undefined, compact: true },
    maxAge: 30,
  })
