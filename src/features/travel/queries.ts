import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { travel } from '#contract/travel'

/** The student's own travel record as the university has it, or none. */
export function travelQuery() {
  return cachedQuery({
    name: 'travel',
    entry: travel.find,
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 30,
  })
}

/**
 * Who starts in the same city on the same day; never kept on the phone: these are other people's
 * numbers.
 */
export function peersQuery({ startCity, startDate }: { startCity: string; startDate: string }) {
  return cachedQuery({
    name: 'peers',
    parts: [startCity, startDate],
    entry: travel.peers,
    input: { student: currentSession()?.subject ?? '', startCity, startDate },
    maxAge: 0,
  })
}
