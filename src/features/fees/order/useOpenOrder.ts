import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { paidStateQuery } from '../confirmation/recovered-payment.ts'

/**
 * Returns the newest order if it is unfinished: the order can still be paid, or the gateway has not
 * confirmed its payment yet.
 */
export function useOpenOrder() {
  const read = useInquiry(paidStateQuery())
  const order = read.data?.order ?? undefined
  return { read, order: order?.state === 'open' || order?.state === 'checking' ? order : undefined }
}
