import { canPay } from '#app/host/pay.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'

/**
 * Why nothing can be paid right now, if there is a reason the phone knows of; the server has the
 * last word.
 */
export function usePaymentBlockedReason({
  isPending,
  isStale,
  reservationReason,
}: {
  isPending: boolean
  /** The page's own read did not come through. */
  isStale: boolean
  reservationReason?: string | undefined
}): string | undefined {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const network = useNetwork()
  // Weak alone may be another call's trouble, such as of the green channel.
  if (network === 'offline' || (network === 'weak' && isStale)) return common.offlineOnly
  if (!canPay()) return texts.openInApp
  return isPending ? texts.pendingReview : reservationReason
}
