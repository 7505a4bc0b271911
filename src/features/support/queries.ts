import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { refetchWhilePending } from '#app/lib/cache/refetch-while-pending.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { support } from '#contract/support'

/**
 * One's own complaints with their answers; kept, so that an answer can be read again anywhere, and
 * asked anew at each visit: a notice may just have told of one.
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

/** What a complaint can be about. A campus that knows no categories has none. */
export const categoriesQuery = (): CachedQueryOptions<CallOutput<typeof support.categories>> =>
  cachedQuery({ name: 'complaint-categories', entry: support.categories, input: {}, maxAge: 30 })
