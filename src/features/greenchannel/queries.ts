import { type KeptOptions, keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { whilePending } from '#app/lib/while-pending.ts'
import { type Application, greenchannel, PENDING } from '#contract/greenchannel'

/** The own applications of the green channel: read at every visit, in memory only (GRN-47). */
export const applicationQuery = (
  kind: 'loan' | 'household' | 'deferral',
): KeptOptions<{ application: Application | null }> => ({
  ...keptQuery({
    name: 'application',
    parts: [kind],
    entry: greenchannel[kind],
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 0,
  }),
  staleTime: 0,
  refetchInterval: whilePending(({ application }) => application?.status === PENDING),
})
