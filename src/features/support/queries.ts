import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { refetchWhilePending } from '#app/lib/cache/refetch-while-pending.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { support } from '#contract/support'

/**
 * Reads the user's own complaints with their answers. They are cached, so that answers can be read
 * offline. They are fetched at each visit, because the visit might follow a notice about a new
 * answer.
 */
export const complaintsQuery = (): CachedQueryOptions<CallOutput<typeof support.complaints>> => ({
  ...cachedQuery({
    name: 'complaints',
    entry: support.complaints,
    input: getCallerIds(),
    maxAge: 30,
  }),
  staleTime: 0,
  refetchInterval: refetchWhilePending(({ complaints }) => complaints.some((one) => !one.answered)),
})

/** Reads the categories of complaints; empty on a campus without categories. */
export const categoriesQuery = (): CachedQueryOptions<CallOutput<typeof support.categories>> =>
  cachedQuery({ name: 'complaint-categories', entry: support.categories, input: {}, maxAge: 30 })
