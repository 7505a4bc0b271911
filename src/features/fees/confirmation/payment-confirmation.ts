import type { CachedQueryOptions } from '#app/lib/cache/cached-query.ts'
import { fetchInquiry } from '#app/lib/cache/inquiry.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { idCardOfThisVisit } from '#app/lib/session/session.ts'
import { isPayable } from '#contract/fees'
import { feeOverviewQuery } from '../overview/fee-overview.ts'
import { feeItemsQuery } from '../queries.ts'
import { CONFIRM_PAUSES_MS } from './pauses.ts'
import { paidStateQuery } from './recovered-payment.ts'

/** How often the university is asked at most. */
export const MAX_CONFIRM_ATTEMPTS = CONFIRM_PAUSES_MS.length

/**
 * Has the university this payment? Its order says it; a backend that tells no orders is believed
 * once the overview has grown by the amount. Silence is a no. `order` is the number of the order,
 * where the backend has told it; amounts in fen.
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
 * Has the university the payment of a single fee? A backend without orders is believed once the fee
 * can no longer be paid.
 */
export async function isItemConfirmed(id: string, order: string | undefined): Promise<boolean> {
  const [state, list] = await Promise.all([
    fetchInquiry(paidStateQuery(order)),
    fetchFresh(feeItemsQuery(idCardOfThisVisit())),
  ])
  if (state?.order) return state.order.state === 'paid'
  return list !== undefined && !list.items.some((item) => item.id === id && isPayable(item))
}

/**
 * Ask until the answer is yes, at most five times (D-67). `wanted` ends it early when nobody looks
 * any more.
 */
export async function pollUntilConfirmed({
  ask,
  onTry,
  wanted,
}: {
  ask: () => Promise<boolean>
  onTry: (nth: number) => void
  wanted: () => boolean
}): Promise<boolean> {
  for (const [index, pause] of CONFIRM_PAUSES_MS.entries()) {
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
