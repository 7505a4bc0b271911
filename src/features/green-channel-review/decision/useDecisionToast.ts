import { useTexts } from '#app/lib/language/language.ts'
import { PERSONAL_DETAILS_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import type { GreenChannelApplication } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

const details = { ms: PERSONAL_DETAILS_TOAST_MS }

/**
 * Shows that a decision was saved, and what comes next: the given application, no application
 * (null), or unknown (undefined).
 */
export function useDecisionToast(): (next: GreenChannelApplication | null | undefined) => void {
  const texts = useTexts(greenChannelReviewTexts)
  return (next) => {
    if (next === undefined) showToast(texts.decided, details)
    else showToast(next === null ? texts.allDone : texts.decidedNext(next.name), details)
  }
}
