import {
  type CachedQueryOptions,
  cachedQuery,
  loadCachedQuery,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { fees, type FeeOverview } from '#contract/fees'
import { DEFERRAL_FIRST_PAYMENT_FEN } from '#contract/green-channel'

const student = () => currentSession()?.subject ?? ''

// How long a response counts as fresh, ms. Each visit reads the overview again, and a copy from an
// earlier visit does not count as fresh. The route and the screen start the read within this time,
// so they share one request.
const VISIT_MS = 500

/** Reads what is due, paid and owed. The copy can be read offline for seven days (D-105). */
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

/** Loads the student's fee overview while the screen's code is loading. */
export const prefetchFeeOverview = (): Promise<void> => loadCachedQuery(feeOverviewQuery())

/**
 * The amount that a registered-household deferral covers, in fen: tuition and accommodation minus
 * the part that is paid at once (GRN-45).
 */
export const computeDeferrableAmount = ({
  items,
  dorm,
}: Pick<FeeOverview, 'items' | 'dorm'>): number =>
  items.reduce((sum, { name, fee }) => (name.includes('学费') ? sum + fee : sum), 0) +
  (dorm?.price ?? 0) -
  DEFERRAL_FIRST_PAYMENT_FEN

/**
 * Returns the amount that can be deferred, computed from the current fees. The fees are read while
 * `wanted` is true.
 */
export function useDeferrableAmount(wanted: boolean): {
  readonly amount: number | undefined
  readonly isReading: boolean
} {
  const { data, state } = useCachedQuery({ ...feeOverviewQuery(), enabled: wanted })
  return { amount: data && computeDeferrableAmount(data), isReading: state === 'loading' }
}
