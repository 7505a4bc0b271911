import { keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { notices } from '#contract/notices'

/** Notices a page. */
export const PAGE_SIZE = 10

// Nobody bound sees the public ones, without marks (D-90).
function who() {
  const session = currentSession()
  return {
    student: session?.person.role === 'student' ? session.subject : undefined,
    staff: session?.person.role === 'staff' ? session.subject : undefined,
  }
}

/** The newest notices, `pages` pages of them. */
export const noticesQuery = (pages: number) =>
  keptQuery({
    name: 'notices',
    parts: [pages],
    entry: notices.list,
    input: { ...who(), page: 1, size: PAGE_SIZE * pages },
    maxAge: 7,
    isNews: true,
  })

/** A whole notice; reading it takes its mark away. */
export const noticeQuery = (id: string) =>
  keptQuery({
    name: 'notice',
    parts: [id],
    entry: notices.find,
    input: { id, ...who() },
    maxAge: 7,
    isNews: true,
  })
