import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { fees } from '#contract/fees'

const student = () => currentSession()?.subject ?? ''

/**
 * Reads the single fees of the campus flow. The request needs the ID number, which no phone stores.
 */
export const feeItemsQuery = (
  idCard: string,
): CachedQueryOptions<CallOutput<typeof fees.items>> => ({
  ...cachedQuery({ name: 'fee-items', entry: fees.items, input: { idCard }, maxAge: 0 }),
  staleTime: 0,
})

/** Reads the payments of this year's fees. */
export const chargesQuery = (): CachedQueryOptions<CallOutput<typeof fees.charges>> => ({
  ...cachedQuery({
    name: 'charges',
    entry: fees.charges,
    input: { student: student() },
    maxAge: 0,
  }),
  staleTime: 0,
})
