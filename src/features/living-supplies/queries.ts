import { cachedQuery, prefetchCachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { selectSupplyCatalogue, livingSupplies } from '#contract/living-supplies'

const student = () => currentSession()?.subject ?? ''

/** Reads the student's department and dormitory. */
export const supplyResidentQuery = () =>
  cachedQuery({
    name: 'resident',
    entry: livingSupplies.resident,
    input: { student: student() },
    maxAge: 7,
  })

/** Reads the packages of a catalogue. */
export const packagesQuery = (catalogue: string) =>
  cachedQuery({
    name: 'packages',
    parts: [catalogue],
    entry: livingSupplies.packages,
    input: { catalogue },
    maxAge: 30,
  })

/** Reads the reservation from the university; the value is null if there is none. */
export const reservationQuery = () =>
  cachedQuery({
    name: 'reservation',
    entry: livingSupplies.find,
    input: { student: student() },
    maxAge: 30,
  })

/** Caches the reads of the form before it is opened, so that it can be filled in offline. */
export function prefetchLivingSuppliesReads(): void {
  const person = currentSession()?.person
  prefetchCachedQuery({
    ...packagesQuery(selectSupplyCatalogue(person?.department ?? '')),
    staleTime: 86_400_000,
  })
  prefetchCachedQuery(supplyResidentQuery())
  prefetchCachedQuery(reservationQuery())
}
