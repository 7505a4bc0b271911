import { knownAhead } from '#app/lib/clock.ts'
import { forgetFirstFrames } from '#app/lib/first-frame.ts'
import { copyOf, dropCopy } from '#app/lib/kept.ts'
import { keepsPersonal } from '#app/lib/personal.ts'
import { invalidateReads, queryClient } from '#app/lib/query-client.ts'
import { createStore, useStore } from '#app/lib/store.ts'
import type { Order } from '#contract/fees'
import { overviewQuery } from './overview.ts'

/**
 * The reads that show what is owed or paid, or that change once it is paid: the overview, the single
 * fees, how the year was paid, the steps, and how long a bed is held.
 */
const MONEY_READS = ['fees', 'fee-items', 'charges', 'steps', 'dorm-hold'] as const

/**
 * What was read so shortly after the payment may have been answered before it, ms; the two clocks
 * are compared by what is known of their difference.
 */
const SLACK_MS = 60_000

/** The paid orders that what is shown is known to contain. */
const knownOrders = new Set<string>()
/** Amounts that were read before this moment are known to be wrong, ms; 0 while none are. */
const outdatedBefore = createStore(0)
const forget = () => {
  knownOrders.clear()
  outdatedBefore.set(0)
}
keepsPersonal({ close: forget })

/** Whatever an attempt to pay came to, what the university knows is read again where it is shown. */
export const invalidateMoney = (): Promise<void> => invalidateReads('paid-state', ...MONEY_READS)

/**
 * Money has come: every copy of an amount from before goes. In memory what is shown is read anew and
 * the rest is dropped; the copy on the disk and the pages' first frames are removed, and the
 * overview is read for the next visit.
 */
export async function renewMoney(): Promise<void> {
  outdatedBefore.set(Date.now())
  const { queryKey } = overviewQuery()
  const isMoney = ({ queryKey: [, name] }: { queryKey: readonly unknown[] }) =>
    MONEY_READS.some((one) => one === name && one !== 'steps')
  queryClient.removeQueries({ type: 'inactive', predicate: isMoney })
  await Promise.all([dropCopy(queryKey), forgetFirstFrames()])
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

/** Was this amount read before money came that changed it? `at` in ms. */
export const useIsOutdated = (at: number | undefined): boolean =>
  (at ?? 0) < useStore(outdatedBefore)

async function overviewReadAt(): Promise<number> {
  const { queryKey } = overviewQuery()
  const held = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  return held > 0 ? held : ((await copyOf(queryKey))?.state.dataUpdatedAt ?? 0)
}
