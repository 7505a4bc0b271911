import { useEffect, useState } from 'react'
import { type InquiryOptions, inquiryQuery, useInquiry } from '#app/lib/cache/inquiry.ts'
import { useStore } from '#app/lib/platform/store.ts'
import { currentSession, useSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { fees, type FeeOrder } from '#contract/fees'
import { handleOrderUpdate } from './payment-updates.ts'
import { clearUnresolvedPayment, unresolvedPayment } from './unresolved-payment.ts'

/**
 * Is something paid this year, and how an order stands: the one of this number, or without one the
 * newest. Never older than this visit. Each order's answer is kept apart, so that no screen shows
 * another one's.
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
 * A payment that this phone began and lost sight of, and that the university has by now: told once,
 * as long as the page is open.
 */
export function useRecoveredPayment(): FeeOrder | undefined {
  const subject = useSession()?.subject
  const left = useStore(unresolvedPayment)
  const begun = left?.subject === subject ? left : undefined
  const [told, setTold] = useState<FeeOrder>()
  const read = useInquiry(paidStateQuery(begun?.order), begun !== undefined)
  const newest = read.data?.order ?? undefined
  // What was read before the attempt does not know how it ended.
  const isNews = begun !== undefined && (read.at ?? 0) > begun.at
  if (isNews && newest?.state === 'paid' && told !== newest) setTold(newest)
  const isOver = isNews && (newest?.state === 'paid' || newest?.state === 'closed')
  useEffect(() => {
    if (isOver) clearUnresolvedPayment()
  }, [isOver])
  return told
}
