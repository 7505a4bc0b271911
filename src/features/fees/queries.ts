import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { fees } from '#contract/fees'

const student = () => currentSession()?.subject ?? ''

/** The single fees of the campus flow; asked for with the ID number, which no phone keeps. */
export const feeItemsQuery = (
  idCard: string,
): CachedQueryOptions<CallOutput<typeof fees.items>> => ({
  ...cachedQuery({ name: 'fee-items', entry: fees.items, input: { idCard }, maxAge: 0 }),
  staleTime: 0,
})

/** How this year's fees were paid. */
export const chargesQuery = (): CachedQueryOptions<CallOutput<typeof fees.charges>> => ({
  ...cachedQuery({
    name: 'charges',
    entry: fees.charges,
    input: { student: student() },
    maxAge: 0,
  }),
  staleTime: 0,
})
