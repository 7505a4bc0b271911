import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { dorm } from '#contract/dorm'

const student = () => currentSession()?.subject ?? ''

/** The own choice, or none. Never kept on the phone: its hold may be over. */
export const chosenDormTypeQuery = () =>
  cachedQuery({ name: 'dorm-chosen', entry: dorm.chosen, input: { student: student() }, maxAge: 0 })

/** The types on offer. Never kept on the phone: places go by the minute. */
export const dormTypesQuery = () =>
  cachedQuery({ name: 'dorm-types', entry: dorm.types, input: { student: student() }, maxAge: 0 })
