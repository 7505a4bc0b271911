import { keptQuery } from '#app/lib/kept.ts'
import { whoAsks } from '#app/lib/session.ts'
import { support } from '#contract/support'

/** One's own complaints with their answers; kept, so that an answer can be read again anywhere. */
export const complaintsQuery = () =>
  keptQuery({ name: 'complaints', entry: support.complaints, input: whoAsks(), maxAge: 30 })
