import { cachedQuery, loadCachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { timetable } from '#contract/timetable'

/**
 * Reads the term's timetable by student number, with the lessons of all weeks. If an older campus
 * answers only the rows of the current week, `week` selects the rows of another.
 */
export function timetableQuery(number: string, week?: number) {
  return cachedQuery({
    name: 'timetable',
    parts: week === undefined ? [] : [week],
    entry: timetable.find,
    input: { number, week, compact: week === undefined ? true : undefined },
    maxAge: 30,
  })
}

/** Loads the student's own timetable while the screen's code is loading. */
export async function prefetchTimetable(): Promise<void> {
  const person = currentSession()?.person
  if (person?.role === 'student' && person.number !== '')
    await loadCachedQuery(timetableQuery(person.number))
}
