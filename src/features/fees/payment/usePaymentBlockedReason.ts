import { isMiniProgram } from '#app/host/browser.ts'
import { canPay } from '#app/host/pay.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'

/**
 * Returns why a payment cannot start now, as far as the phone knows. The server makes the final
 * decision.
 */
export function usePaymentBlockedReason({
  isPending,
  isStale,
  reservationReason,
}: {
  isPending: boolean
  /** The page's own read failed. */
  isStale: boolean
  reservationReason?: string | undefined
}): string | undefined {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const network = useNetwork()
  // A weak network alone is not a reason, because an unrelated request might have been slow.
  if (network === 'offline' || (network === 'weak' && isStale)) return common.offlineOnly
  if (!canPay()) return isMiniProgram() ? texts.openOutsideMiniProgram : texts.openInApp
  return isPending ? texts.pendingReview : reservationReason
}
