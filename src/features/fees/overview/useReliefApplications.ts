import { applicationQuery } from '#app/features/green-channel/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { APPLICATION_PENDING } from '#contract/green-channel'

/**
 * The own applications of the green channel, each as far as it could be read, and whether one is
 * under review (FEE-55).
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

/** One of them on the screen. */
export type ReliefApplicationRead = ReturnType<typeof useReliefApplications>['loan']
