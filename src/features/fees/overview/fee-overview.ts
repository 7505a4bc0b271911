import {
  type CachedQueryOptions,
  cachedQuery,
  loadCachedQuery,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { fees, type FeeOverview } from '#contract/fees'
import { DEFERRAL_FIRST_PAYMENT } from '#contract/green-channel'

const student = () => currentSession()?.subject ?? ''

// Each visit asks the university anew. The route asks first and the screen a moment later: those
// two are one question. A copy that an earlier visit left does not count as asked.
const VISIT_MS = 500

/** What is due, paid and owed. Readable offline for a week (D-105). */
export const feeOverviewQuery = (): CachedQueryOptions<FeeOverview> => ({
  ...cachedQuery({
    name: 'fees',
    entry: fees.overview,
    input: { student: student() },
    maxAge: 7,
    refetchOnStart: true,
  }),
  staleTime: VISIT_MS,
})

/** The own overview, read while its screen's file is on its way. */
export const prefetchFeeOverview = (): Promise<void> => loadCachedQuery(feeOverviewQuery())

/**
 * What a registered-household deferral is about, in fen: tuition and lodging less what is paid at
 * once (GRN-45).
 */
export const computeDeferrableAmount = ({
  items,
  dorm,
}: Pick<FeeOverview, 'items' | 'dorm'>): number =>
  items.reduce((sum, { name, fee }) => (name.includes('学费') ? sum + fee : sum), 0) +
  (dorm?.price ?? 0) -
  DEFERRAL_FIRST_PAYMENT

/** What could be deferred by the fees of this moment; they are read while `wanted`. */
export function useDeferrableAmount(wanted: boolean): {
  readonly amount: number | undefined
  readonly isReading: boolean
} {
  const { data, state } = useCachedQuery({ ...feeOverviewQuery(), enabled: wanted })
  return { amount: data && computeDeferrableAmount(data), isReading: state === 'loading' }
}
