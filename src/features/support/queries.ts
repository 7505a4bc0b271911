import { type KeptOptions, keptQuery } from '#app/lib/kept.ts'
import { whoAsks } from '#app/lib/session.ts'
import { whilePending } from '#app/lib/while-pending.ts'
import type { Output } from '#contract/call'
import { support } from '#contract/support'

/**
 * One's own complaints with their answers; kept, so that an answer can be read again anywhere, and
 * asked anew at each visit: a notice may just have told of one.
 */
export const complaintsQuery = (): KeptOptions<Output<typeof support.complaints>> => ({
  ...keptQuery({ name: 'complaints', entry: support.complaints, input: whoAsks(), maxAge: 30 }),
  staleTime: 0,
  refetchInterval: whilePending(({ complaints }) => complaints.some((one) => !one.answered)),
})

/** What a complaint can be about. A campus that knows no categories has none. */
export const categoriesQuery = (): KeptOptions<Output<typeof support.categories>> =>
  keptQuery({ name: 'complaint-categories', entry: support.categories, input: {}, maxAge: 30 })
