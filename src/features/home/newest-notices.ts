import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { dropWithdrawn } from '#app/lib/cache/withdrawn-notices.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'

/** So many are looked at. */
export const NEWEST_NOTICE_COUNT = 10

/** The newest notices, kept under the same key as their own page. */
export const newestNoticesQuery = () =>
  cachedQuery({
    name: 'notices',
    parts: [1],
    entry: notices.list,
    input: { ...getCallerIds(), page: 1, size: NEWEST_NOTICE_COUNT },
    maxAge: 7,
    onAnswer: dropWithdrawn,
  })
