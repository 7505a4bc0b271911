import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { deleteWithdrawnNotices } from '#app/lib/cache/withdrawn-notices.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'

/** The number of notices per page. */
export const NOTICES_PER_PAGE = 10

/**
 * Reads the newest notices, `pages` pages of them. Without a binding the response contains only the
 * public notices, without unread marks (D-90).
 */
export const noticesQuery = (pages: number) =>
  cachedQuery({
    name: 'notices',
    parts: [pages],
    entry: notices.list,
    input: { ...getCallerIds(), page: 1, size: NOTICES_PER_PAGE * pages },
    maxAge: 7,
    refetchOnStart: true,
    onAnswer: deleteWithdrawnNotices,
  })

/** Reads a whole notice, which marks it as read. */
export const noticeQuery = (id: string) =>
  cachedQuery({
    name: 'notice',
    parts: [id],
    entry: notices.find,
    input: { id, ...getCallerIds() },
    maxAge: 7,
    refetchOnStart: true,
  })
