import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { travel } from '#contract/travel'

/**
 * Reads the student's own travel record from the university; the value is null if there is none.
 */
export function travelQuery() {
  return cachedQuery({
    name: 'travel',
    entry: travel.find,
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 30,
  })
}

/**
 * Reads the students who start in the same city on the same day. They are never stored on the
 * phone, since the response contains other people's numbers.
 */
export function fellowTravellersQuery({
  startCity,
  startDate,
}: {
  startCity: string
  startDate: string
}) {
  return cachedQuery({
    name: 'peers',
    parts: [startCity, startDate],
    entry: travel.peers,
    input: { student: currentSession()?.subject ?? '', startCity, startDate },
    maxAge: 0,
  })
}
