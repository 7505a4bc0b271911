import { cachedQuery, loadCachedQuery } from '#app/lib/cache/cached-query.ts'
import { withEarlierCopy } from '#app/lib/cache/earlier-copy.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { timetable } from '#contract/timetable'

const termRead = (number: string, week?: number) => ({
  name: 'timetable',
  entry: timetable.find,
  input: { number, week, compact: week === undefined ? true : undefined },
  maxAge: 30,
})

/**
 * Reads the term's timetable by student number, with the lessons of all weeks. If an older campus
 * answers only the rows of the current week, `week` selects the rows of another.
 *
 * The term is stored under a name of its own. An app of an earlier release reads rows under the name
 * `timetable`, and would show a list of lessons as an empty timetable.
 */
export function timetableQuery(number: string, week?: number) {
  if (week !== undefined) return cachedQuery({ ...termRead(number, week), parts: [week] })
  const earlier = cachedQuery(termRead(number))
  const own = cachedQuery({ ...termRead(number), name: 'term-timetable' })
  return own.persister === undefined
    ? own
    : { ...own, persister: withEarlierCopy(own.persister, earlier.queryKey) }
}

/** Loads the student's own timetable while the screen's code is loading. */
export async function prefetchTimetable(): Promise<void> {
  const person = currentSession()?.person
  if (person?.role === 'student' && person.number !== '')
    await loadCachedQuery(timetableQuery(person.number))
}
