import { keptQuery } from '#app/lib/kept.ts'
import { whoAsks } from '#app/lib/session.ts'
import { dropWithdrawn } from '#app/lib/withdrawn-notices.ts'
import { notices } from '#contract/notices'

/** So many are looked at. */
export const NEWEST = 10

/** The newest notices, kept under the same key as their own page. */
export const newestQuery = () =>
  keptQuery({
    name: 'notices',
    parts: [1],
    entry: notices.list,
    input: { ...whoAsks(), page: 1, size: NEWEST },
    maxAge: 7,
    onAnswer: dropWithdrawn,
  })
