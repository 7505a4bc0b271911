import { applicationQuery } from '#app/features/green-channel/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { APPLICATION_PENDING } from '#contract/green-channel'

/**
 * Reads the student's own green channel applications, each in its own query, and whether one of
 * them is under review (FEE-55).
 */
export function useReliefApplications() {
  const loan = useCachedQuery(applicationQuery('loan'))
  const household = useCachedQuery(applicationQuery('household'))
  const deferral = useCachedQuery(applicationQuery('deferral'))
  const isPending = [loan, household, deferral].some(
    ({ data }) => data?.application?.status === APPLICATION_PENDING,
  )
  return { loan, household, deferral, isPending }
}

/** The read of one application. */
export type ReliefApplicationRead = ReturnType<typeof useReliefApplications>['loan']
