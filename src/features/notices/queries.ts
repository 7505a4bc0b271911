import { keptQuery } from '#app/lib/kept.ts'
import { whoAsks } from '#app/lib/session.ts'
import { dropWithdrawn } from '#app/lib/withdrawn-notices.ts'
import { notices } from '#contract/notices'

/** Notices a page. */
export const PAGE_SIZE = 10

/**
 * The newest notices, `pages` pages of them; nobody bound sees the public ones, without marks (D-90).
 */
export const noticesQuery = (pages: number) =>
  keptQuery({
    name: 'notices',
    parts: [pages],
    entry: notices.list,
    input: { ...whoAsks(), page: 1, size: PAGE_SIZE * pages },
    maxAge: 7,
    isNews: true,
    onAnswer: dropWithdrawn,
  })

/** A whole notice; reading it takes its mark away. */
export const noticeQuery = (id: string) =>
  keptQuery({
    name: 'notice',
    parts: [id],
    entry: notices.find,
    input: { id, ...whoAsks() },
    maxAge: 7,
    isNews: true,
  })
