import type { CachedQueryOptions } from '#app/lib/cache/cached-query.ts'
import { fetchInquiry } from '#app/lib/cache/inquiry.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { getSignInIdCard } from '#app/lib/session/session.ts'
import { isPayable } from '#contract/fees'
import { feeOverviewQuery } from '../overview/fee-overview.ts'
import { feeItemsQuery } from '../queries.ts'
import { PAYMENT_CHECK_DELAYS_MS } from './pauses.ts'
import { paidStateQuery } from './recovered-payment.ts'

/** The maximum number of checks whether a payment has arrived. */
export const MAX_PAYMENT_CHECKS = PAYMENT_CHECK_DELAYS_MS.length

/**
 * Whether the university has received a payment. The order's state decides. If the backend reports
 * no order, the payment counts as received once the paid total of the overview has grown by its
 * amount. If a read fails, the result is false. `order` is the order's number, if the backend gave
 * one; amounts in fen.
 */
export async function isPaymentConfirmed({
  order,
  amount,
  paidBefore,
}: {
  order: string | undefined
  amount: number
  paidBefore: number
}): Promise<boolean> {
  const [state, overview] = await Promise.all([
    fetchInquiry(paidStateQuery(order)),
    fetchFresh(feeOverviewQuery()),
  ])
  if (state?.order) return state.order.state === 'paid'
  return overview !== undefined && overview.paid >= paidBefore + amount
}

/**
 * Whether the university has received the payment of a single fee. The order's state decides. If
 * the backend reports no order, the payment counts as received once the fee is no longer payable.
 */
export async function isFeeItemPaid(id: string, order: string | undefined): Promise<boolean> {
  const [state, list] = await Promise.all([
    fetchInquiry(paidStateQuery(order)),
    fetchFresh(feeItemsQuery(getSignInIdCard())),
  ])
  if (state?.order) return state.order.state === 'paid'
  return list !== undefined && !list.items.some((item) => item.id === id && isPayable(item))
}

/**
 * Repeats `ask` until it returns true, at most five times (D-67). The repetition stops early when
 * `wanted` returns false, for example because the user has left the page.
 */
export async function pollUntilPaymentConfirmed({
  ask,
  onTry,
  wanted,
}: {
  ask: () => Promise<boolean>
  onTry: (nth: number) => void
  wanted: () => boolean
}): Promise<boolean> {
  for (const [index, pause] of PAYMENT_CHECK_DELAYS_MS.entries()) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (!wanted()) return false
    onTry(index + 1)
    if (await ask()) return true
  }
  return false
}

const fetchFresh = <O>(query: CachedQueryOptions<O>): Promise<O | undefined> =>
  queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
    ({ value }) => value,
    () => undefined,
  )
