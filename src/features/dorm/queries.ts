import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { dorm } from '#contract/dorm'

const student = () => currentSession()?.subject ?? ''

/**
 * Reads the student's choice; the value is null without a choice. It is never stored on the phone,
 * because the reservation might have expired.
 */
export const chosenDormTypeQuery = () =>
  cachedQuery({ name: 'dorm-chosen', entry: dorm.chosen, input: { student: student() }, maxAge: 0 })

/**
 * Reads the available types. They are never stored on the phone, because their availability changes
 * by the minute.
 */
export const dormTypesQuery = () =>
  cachedQuery({ name: 'dorm-types', entry: dorm.types, input: { student: student() }, maxAge: 0 })
