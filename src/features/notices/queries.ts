import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { dropWithdrawn } from '#app/lib/cache/withdrawn-notices.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'

/** Notices a page. */
export const NOTICES_PER_PAGE = 10

/**
 * The newest notices, `pages` pages of them; nobody bound sees the public ones, without marks (D-90).
 */
export const noticesQuery = (pages: number) =>
  cachedQuery({
    name: 'notices',
    parts: [pages],
    entry: notices.list,
    input: { ...getCallerIds(), page: 1, size: NOTICES_PER_PAGE * pages },
    maxAge: 7,
    refetchOnStart: true,
    onAnswer: dropWithdrawn,
  })

/** A whole notice; reading it takes its mark away. */
export const noticeQuery = (id: string) =>
  cachedQuery({
    name: 'notice',
    parts: [id],
    entry: notices.find,
    input: { id, ...getCallerIds() },
    maxAge: 7,
    refetchOnStart: true,
  })
