import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { refetchWhilePending } from '#app/lib/cache/refetch-while-pending.ts'
import { currentSession } from '#app/lib/session/session.ts'
import {
  type GreenChannelApplication,
  greenChannel,
  APPLICATION_PENDING,
} from '#contract/green-channel'

/**
 * Reads one of the student's own green channel applications. It is read at each visit and is in
 * memory only (GRN-47).
 */
export const applicationQuery = (
  kind: 'loan' | 'household' | 'deferral',
): CachedQueryOptions<{ application: GreenChannelApplication | null }> => ({
  ...cachedQuery({
    name: 'application',
    parts: [kind],
    entry: greenChannel[kind],
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 0,
  }),
  staleTime: 0,
  refetchInterval: refetchWhilePending(
    ({ application }) => application?.status === APPLICATION_PENDING,
  ),
})
