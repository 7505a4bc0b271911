import { useEffect, useState } from 'react'
import { type InquiryOptions, inquiryQuery, useInquiry } from '#app/lib/inquiry.ts'
import { currentSession, useSession } from '#app/lib/session.ts'
import { useStore } from '#app/lib/store.ts'
import type { Output } from '#contract/call'
import { fees, type Order } from '#contract/fees'
import { noteTold, untold } from './begun.ts'

/** Is something paid this year, and how the newest order stands; never older than this visit. */
export const paidStateQuery = (): InquiryOptions<Output<typeof fees.paidState>> =>
  inquiryQuery({
    name: 'paid-state',
    entry: fees.paidState,
    input: { student: currentSession()?.subject ?? '' },
  })

/**
 * A payment that this phone began and lost sight of, and that the university has by now: told once,
 * as long as the page is open.
 */
export function useFound(): Order | undefined {
  const subject = useSession()?.subject
  const left = useStore(untold)
  const begun = left?.subject === subject ? left : undefined
  const [told, setTold] = useState<Order>()
  const read = useInquiry(paidStateQuery(), begun !== undefined)
  const newest = read.data?.order ?? undefined
  // What was read before the attempt tells of an earlier order.
  const isNews = begun !== undefined && (read.at ?? 0) > begun.at
  if (isNews && newest?.state === 'paid' && told !== newest) setTold(newest)
  const isOver = isNews && (newest?.state === 'paid' || newest?.state === 'closed')
  useEffect(() => {
    if (isOver) noteTold()
  }, [isOver])
  return told
}
