import { knownAhead } from '#app/lib/clock.ts'
import { forgetFirstFrames } from '#app/lib/first-frame.ts'
import { copyOf, markOutdated } from '#app/lib/kept.ts'
import { keepsPersonal } from '#app/lib/personal.ts'
import { invalidateReads, queryClient } from '#app/lib/query-client.ts'
import type { Order } from '#contract/fees'
import { overviewQuery } from './overview.ts'

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
const SLACK_MS = 60_000

/** The paid orders that what is shown is known to contain. */
const knownOrders = new Set<string>()
keepsPersonal({ close: () => knownOrders.clear() })

/** Whatever an attempt to pay came to, what the university knows is read again where it is shown. */
export const invalidateMoney = (): Promise<void> => invalidateReads('paid-state', ...MONEY_READS)

/**
 * Money has come: every amount from before is outdated. What is shown is read anew; the overview, which
 * is kept for where there is no network, stands as outdated until its new answer is there, and is read
 * for the next visit. The rest of what lies in memory and the pages' first frames go.
 */
export async function renewMoney(): Promise<void> {
  const { queryKey } = overviewQuery()
  const isLive = ({ queryKey: [, name] }: { queryKey: readonly unknown[] }) =>
    LIVE_READS.some((one) => one === name)
  queryClient.removeQueries({ type: 'inactive', predicate: isLive })
  await Promise.all([markOutdated(queryKey), forgetFirstFrames()])
  await invalidateReads(...MONEY_READS)
  await queryClient.prefetchQuery(overviewQuery())
}

/**
 * Hear how an order stands, before any screen does. One that is paid since the amounts on this phone
 * were read makes them old, however it was paid and whoever noticed it.
 */
export function hearOrder(order: Order | null | undefined): void {
  if (order?.state !== 'paid' || knownOrders.has(order.number)) return
  knownOrders.add(order.number)
  const paidAt = Date.parse(order.at) - (knownAhead() ?? 0)
  void overviewReadAt().then((readAt) => (readAt > paidAt + SLACK_MS ? undefined : renewMoney()))
}

async function overviewReadAt(): Promise<number> {
  const { queryKey } = overviewQuery()
  const held = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  return held > 0 ? held : ((await copyOf(queryKey))?.state.dataUpdatedAt ?? 0)
}
