import { cachedQuery, prefetchCachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { uniform } from '#contract/uniform'

/** What the student has chosen, as the university has it. */
export const uniformQuery = () =>
  cachedQuery({
    name: 'uniform',
    entry: uniform.find,
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 30,
  })

/** The garments with their sizes. */
export const garmentsQuery = () =>
  cachedQuery({ name: 'garments', entry: uniform.garments, input: {}, maxAge: 30 })

/** The colours on offer. */
export const coloursQuery = () =>
  cachedQuery({ name: 'colours', entry: uniform.colours, input: {}, maxAge: 30 })

/** Read what the form needs before it is opened, so that it can be filled in without a network. */
export function prefetchUniformReads(): void {
  const daily = { staleTime: 86_400_000 }
  prefetchCachedQuery({ ...garmentsQuery(), ...daily })
  prefetchCachedQuery({ ...coloursQuery(), ...daily })
  prefetchCachedQuery(uniformQuery())
}
