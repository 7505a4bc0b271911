import {
  type CachedQueryOptions,
  cachedQuery,
  loadCachedQuery,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { fees, type FeeOverview } from '#contract/fees'

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

/** Tuition and accommodation, of which a part can be deferred, in fen (GRN-45). */
export const computeDeferrableTotal = ({
  items,
  dorm,
}: Pick<FeeOverview, 'items' | 'dorm'>): number =>
  items.reduce((sum, { name, fee }) => (name.includes('学费') ? sum + fee : sum), 0) +
  (dorm?.price ?? 0)

/**
 * Returns the total of which a part can be deferred, computed from the current fees. The fees are
 * read while `wanted` is true.
 */
export function useDeferrableTotal(wanted: boolean): {
  readonly total: number | undefined
  readonly isReading: boolean
} {
  const { data, state } = useCachedQuery({ ...feeOverviewQuery(), enabled: wanted })
  return { total: data && computeDeferrableTotal(data), isReading: state === 'loading' }
}
