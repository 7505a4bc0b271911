import { keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { notices } from '#contract/notices'

/** So many are looked at. */
export const NEWEST = 10

/** The newest notices, kept under the same key as their own page. */
export function newestQuery() {
  const session = currentSession()
  const is = (role: string) => (session?.person.role === role ? session.subject : undefined)
  return keptQuery({
    name: 'notices',
    parts: [1],
    entry: notices.list,
    input: { student: is('student'), staff: is('staff'), page: 1, size: NEWEST },
    maxAge: 7,
  })
}
