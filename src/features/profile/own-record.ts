import {
  type CachedQueryOptions,
  cachedQuery,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { currentSession, getSignInIdCard } from '#app/lib/session/session.ts'
import { type OwnStudentRecord, profile } from '#contract/profile'

/**
 * Reads the student's own record. Each visit fetches it, because the cached copy contains no ID
 * number (D-105).
 */
export function ownRecordQuery(): CachedQueryOptions<{ records: OwnStudentRecord[] }> {
  const student = currentSession()?.subject ?? ''
  return {
    ...cachedQuery({ name: 'own', entry: profile.own, input: { student }, maxAge: 30 }),
    staleTime: 0,
  }
}

/**
 * Returns the student's own record. Its ID number is '' until the university has responded in this
 * visit.
 */
export function useOwnRecord() {
  const kept = useCachedQuery(ownRecordQuery())
  const read = kept.data?.records[0]
  const record: OwnStudentRecord | undefined = read && {
    ...read,
    idCard: read.idCard || getSignInIdCard(),
  }
  return { kept, record }
}
