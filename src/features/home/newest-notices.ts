import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { deleteWithdrawnNotices } from '#app/lib/cache/withdrawn-notices.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'

/** The number of newest notices that the home page fetches. */
export const NEWEST_NOTICE_COUNT = 10

/** The query of the newest notices. It has the cache key of the first page of the notice list. */
export const newestNoticesQuery = () =>
  cachedQuery({
    name: 'notices',
    parts: [1],
    entry: notices.list,
    input: { ...getCallerIds(), page: 1, size: NEWEST_NOTICE_COUNT },
    maxAge: 7,
    onAnswer: deleteWithdrawnNotices,
  })
