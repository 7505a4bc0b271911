import { useEffect, useState } from 'react'
import { type InquiryOptions, inquiryQuery, useInquiry } from '#app/lib/cache/inquiry.ts'
import { useExternalStore } from '#app/lib/platform/store.ts'
import { currentSession, useSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { fees, type FeeOrder } from '#contract/fees'
import { handleOrderUpdate } from './payment-updates.ts'
import { clearUnresolvedPayment, unresolvedPayment } from './unresolved-payment.ts'

/**
 * Reads whether anything is paid this year, and the state of one order: the order with this number,
 * or the newest order if no number is given. The response is never older than this visit. Each
 * order has its own cache entry, so no screen shows the response for another order.
 */
export const paidStateQuery = (order?: string): InquiryOptions<CallOutput<typeof fees.paidState>> =>
  inquiryQuery({
    name: 'paid-state',
    ...(order !== undefined && { parts: [order] }),
    entry: fees.paidState,
    input: { student: currentSession()?.subject ?? '', order },
    onAnswer: (answer) => handleOrderUpdate(answer.order),
  })

/**
 * Returns a payment that was started on this phone and whose result was not shown, if the
 * university has received it since. The value stays until the page closes.
 */
export function useRecoveredPayment(): FeeOrder | undefined {
  const subject = useSession()?.subject
  const left = useExternalStore(unresolvedPayment)
  const begun = left?.subject === subject ? left : undefined
  const [told, setTold] = useState<FeeOrder>()
  const read = useInquiry(paidStateQuery(begun?.order), begun !== undefined)
  const newest = read.data?.order ?? undefined
  // A response from before the payment attempt does not contain its result.
  const isNews = begun !== undefined && (read.at ?? 0) > begun.at
  if (isNews && newest?.state === 'paid' && told !== newest) setTold(newest)
  const isOver = isNews && (newest?.state === 'paid' || newest?.state === 'closed')
  useEffect(() => {
    if (isOver) clearUnresolvedPayment()
  }, [isOver])
  return told
}
