import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { deleteWithdrawnNotices } from '#app/lib/cache/withdrawn-notices.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'

/** The number of notices that are read. */
export const NEWEST_NOTICE_COUNT = 10

/** Reads the newest notices, under the same cache key as their own page. */
export const newestNoticesQuery = () =>
  cachedQuery({
    name: 'notices',
    parts: [1],
    entry: notices.list,
    input: { ...getCallerIds(), page: 1, size: NEWEST_NOTICE_COUNT },
    maxAge: 7,
    onAnswer: deleteWithdrawnNotices,
  })
