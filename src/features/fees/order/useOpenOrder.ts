import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { paidStateQuery } from '../confirmation/recovered-payment.ts'

/**
 * The newest order, if it is still to be finished: it may be paid, or waits for the gateway's word.
 */
export function useOpenOrder() {
  const read = useInquiry(paidStateQuery())
  const order = read.data?.order ?? undefined
  return { read, order: order?.state === 'open' || order?.state === 'checking' ? order : undefined }
}
