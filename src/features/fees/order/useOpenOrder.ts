import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { paidStateQuery } from '../confirmation/recovered-payment.ts'

/**
 * Returns the newest order if it is unfinished: it can still be paid, or the gateway has not
 * confirmed it yet.
 */
export function useOpenOrder() {
  const read = useInquiry(paidStateQuery())
  const order = read.data?.order ?? undefined
  return { read, order: order?.state === 'open' || order?.state === 'checking' ? order : undefined }
}
