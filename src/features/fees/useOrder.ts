import { useInquiry } from '#app/lib/inquiry.ts'
import { paidStateQuery } from './found.ts'

/**
 * The newest order, if it is still to be finished: it may be paid, or waits for the gateway's word.
 */
export function useOpenOrder() {
  const read = useInquiry(paidStateQuery())
  const order = read.data?.order ?? undefined
  return { read, order: order?.state === 'open' || order?.state === 'checking' ? order : undefined }
}
