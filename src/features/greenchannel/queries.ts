import { type CachedQueryOptions, cachedQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { refetchWhilePending } from '#app/lib/while-pending.ts'
import {
  type GreenChannelApplication,
  greenChannel,
  APPLICATION_PENDING,
} from '#contract/greenchannel'

/** The own applications of the green channel: read at every visit, in memory only (GRN-47). */
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
