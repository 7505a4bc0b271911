import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { family } from '#contract/family'

const student = () => ({ student: currentSession()?.subject ?? '' })

/** Reads the household and family from the university; the value is null if there is none. */
export const familyQuery = () =>
  cachedQuery({ name: 'family', entry: family.find, input: student(), maxAge: 30 })

/**
 * Reads the personal details from the university; they are never stored on the phone. The value is
 * null if there are none.
 */
export const personalDetailsQuery = () =>
  cachedQuery({ name: 'details', entry: family.details, input: student(), maxAge: 0 })
