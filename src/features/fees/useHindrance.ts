import { canPay } from '#app/host/pay.ts'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { commonWords } from '#words/common'
import { feesWords } from '#words/fees'

/**
 * Why nothing can be paid right now, if there is a reason the phone knows of; the server has the
 * last word.
 */
export function useHindrance({
  isPending,
  isCut,
  hold,
}: {
  isPending: boolean
  /** The page's own read did not come through. */
  isCut: boolean
  hold?: string | undefined
}): string | undefined {
  const words = useWords(feesWords)
  const common = useWords(commonWords)
  const network = useNetwork()
  // Weak alone may be another call's trouble, such as of the green channel.
  if (network === 'offline' || (network === 'weak' && isCut)) return common.offlineOnly
  if (!canPay()) return words.openInApp
  return isPending ? words.pendingReview : hold
}
