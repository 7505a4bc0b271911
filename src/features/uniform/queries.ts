import { cachedQuery, prefetchCachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { uniform } from '#contract/uniform'

/** Reads the student's choice from the university. */
export const uniformQuery = () =>
  cachedQuery({
    name: 'uniform',
    entry: uniform.find,
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 30,
  })

/** Reads the garments with their sizes. */
export const garmentsQuery = () =>
  cachedQuery({ name: 'garments', entry: uniform.garments, input: {}, maxAge: 30 })

/** Reads the available colours. */
export const coloursQuery = () =>
  cachedQuery({ name: 'colours', entry: uniform.colours, input: {}, maxAge: 30 })

/** Caches the reads of the form before it is opened, so that it can be filled in offline. */
export function prefetchUniformReads(): void {
  const daily = { staleTime: 86_400_000 }
  prefetchCachedQuery({ ...garmentsQuery(), ...daily })
  prefetchCachedQuery({ ...coloursQuery(), ...daily })
  prefetchCachedQuery(uniformQuery())
}
