import { findCachedCopy, markQueryOutdated } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads, queryClient } from '#app/lib/cache/query-client.ts'
import { getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { clearPageSnapshots } from '#app/lib/snapshot/page-snapshots.ts'
import type { FeeOrder } from '#contract/fees'
import { feeOverviewQuery } from '../overview/fee-overview.ts'

/**
 * The reads that are fetched again after a payment because they contain amounts or change with it.
 */
const LIVE_READS = ['fee-items', 'charges', 'dorm-hold'] as const
const MONEY_READS = ['fees', 'steps', ...LIVE_READS] as const

/**
 * If the overview was read less than this time after the payment, ms, its response might still be
 * from before the payment. The margin also covers the error of the estimated clock offset.
 */
const CLOCK_TOLERANCE_MS = 60_000

/** The numbers of the paid orders that the displayed amounts already include. */
const knownOrders = new Set<string>()
registerPersonalStore({ clear: () => knownOrders.clear() })

/**
 * Fetches payments and amounts again where they are shown, whatever the result of an attempt to
 * pay.
 */
export const invalidatePaymentReads = (): Promise<void> =>
  invalidateCachedReads('paid-state', ...MONEY_READS)

/**
 * Refreshes all amounts after a payment. Visible reads are fetched again. The overview, which is
 * cached for offline use, is marked as outdated and fetched at once. Other copies in memory and the
 * page snapshots are deleted.
 */
export async function refreshFeeAmounts(): Promise<void> {
  const { queryKey } = feeOverviewQuery()
  const isLive = ({ queryKey: [, name] }: { queryKey: readonly unknown[] }) =>
    LIVE_READS.some((one) => one === name)
  queryClient.removeQueries({ type: 'inactive', predicate: isLive })
  await Promise.all([markQueryOutdated(queryKey), clearPageSnapshots()])
  await invalidateCachedReads(...MONEY_READS)
  await queryClient.prefetchQuery(feeOverviewQuery())
}

/**
 * Handles the state of an order before any screen shows it. If the order was paid after the amounts
 * on this phone were read, the amounts are fetched again, no matter how the order was paid.
 */
export function handleOrderUpdate(order: FeeOrder | null | undefined): void {
  if (order?.state !== 'paid' || knownOrders.has(order.number)) return
  knownOrders.add(order.number)
  const paidAt = Date.parse(order.at) - (getServerTimeOffset() ?? 0)
  void overviewReadAt().then((readAt) =>
    readAt > paidAt + CLOCK_TOLERANCE_MS ? undefined : refreshFeeAmounts(),
  )
}

async function overviewReadAt(): Promise<number> {
  const { queryKey } = feeOverviewQuery()
  const held = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  return held > 0 ? held : ((await findCachedCopy(queryKey))?.state.dataUpdatedAt ?? 0)
}
