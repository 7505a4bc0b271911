import { type Application, greenchannel } from '#contract/greenchannel'
import { type KeptOptions, keptQuery } from './kept.ts'
import { currentSession } from './session.ts'

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
})
