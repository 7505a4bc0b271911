import { applicationQuery } from '#app/features/greenchannel/face.ts'
import { useKept } from '#app/lib/kept.ts'
import { PENDING } from '#contract/greenchannel'

/**
 * The own applications of the green channel, each as far as it could be read, and whether one is
 * under review (FEE-55).
 */
export function useApplications() {
  const loan = useKept(applicationQuery('loan'))
  const household = useKept(applicationQuery('household'))
  const deferral = useKept(applicationQuery('deferral'))
  const isPending = [loan, household, deferral].some(
    ({ data }) => data?.application?.status === PENDING,
  )
  return { loan, household, deferral, isPending }
}

/** One of them on the screen. */
export type ReadApplication = ReturnType<typeof useApplications>['loan']
