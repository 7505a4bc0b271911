import { findCachedCopy, markQueryOutdated } from '#app/lib/cache/cached-query.ts'
import { invalidateReads, queryClient } from '#app/lib/cache/query-client.ts'
import { getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { clearPageSnapshots } from '#app/lib/snapshot/page-snapshots.ts'
import type { FeeOrder } from '#contract/fees'
import { feeOverviewQuery } from '../overview/fee-overview.ts'

/**
 * The reads that show what is owed or paid, or that change once it is paid: the overview, the single
 * fees, how the year was paid, the steps, and how long a bed is held.
 */
const LIVE_READS = ['fee-items', 'charges', 'dorm-hold'] as const
const MONEY_READS = ['fees', 'steps', ...LIVE_READS] as const

/**
 * What was read so shortly after the payment may have been answered before it, ms; the two clocks
 * are compared by what is known of their difference.
 */
const CLOCK_TOLERANCE_MS = 60_000

/** The paid orders that what is shown is known to contain. */
const knownOrders = new Set<string>()
registerPersonalStore({ clear: () => knownOrders.clear() })

/** Whatever an attempt to pay came to, what the university knows is read again where it is shown. */
export const invalidatePaymentReads = (): Promise<void> =>
  invalidateReads('paid-state', ...MONEY_READS)

/**
 * Money has come: every amount from before is outdated. What is shown is read anew; the overview, which
 * is kept for where there is no network, stands as outdated until its new answer is there, and is read
 * for the next visit. The rest of what lies in memory and the pages' first frames go.
 */
export async function refreshAmounts(): Promise<void> {
  const { queryKey } = feeOverviewQuery()
  const isLive = ({ queryKey: [, name] }: { queryKey: readonly unknown[] }) =>
    LIVE_READS.some((one) => one === name)
  queryClient.removeQueries({ type: 'inactive', predicate: isLive })
  await Promise.all([markQueryOutdated(queryKey), clearPageSnapshots()])
  await invalidateReads(...MONEY_READS)
  await queryClient.prefetchQuery(feeOverviewQuery())
}

/**
 * Hear how an order stands, before any screen does. One that is paid since the amounts on this phone
 * were read makes them old, however it was paid and whoever noticed it.
 */
export function handleOrderUpdate(order: FeeOrder | null | undefined): void {
  if (order?.state !== 'paid' || knownOrders.has(order.number)) return
  knownOrders.add(order.number)
  const paidAt = Date.parse(order.at) - (getServerTimeOffset() ?? 0)
  void overviewReadAt().then((readAt) =>
    readAt > paidAt + CLOCK_TOLERANCE_MS ? undefined : refreshAmounts(),
  )
}

async function overviewReadAt(): Promise<number> {
  const { queryKey } = feeOverviewQuery()
  const held = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  return held > 0 ? held : ((await findCachedCopy(queryKey))?.state.dataUpdatedAt ?? 0)
}
