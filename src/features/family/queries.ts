import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { family } from '#contract/family'

const student = () => ({ student: currentSession()?.subject ?? '' })

/** The household and family as the university has them, or none. */
export const familyQuery = () =>
  cachedQuery({ name: 'family', entry: family.find, input: student(), maxAge: 30 })

/** The personal details as the university has them, or none; never kept on the phone. */
export const detailsQuery = () =>
  cachedQuery({ name: 'details', entry: family.details, input: student(), maxAge: 0 })
