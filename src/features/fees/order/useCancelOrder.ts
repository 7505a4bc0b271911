import { useRef, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { callApi, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { payment } from '#contract/payment'
import { feesTexts } from '#i18n/fees'
import { invalidatePaymentReads } from '../confirmation/payment-updates.ts'

/**
 * Cancels an order after the user has confirmed it. The university then checks with the payment
 * gateway, and the check can show that the order was already paid.
 */
export function useCancelOrder({
  onCancelled,
  onProblem,
}: {
  onCancelled: () => void
  onProblem: (text: string) => void
}) {
  const texts = useTexts(feesTexts)
  const [stage, setStage] = useState<'no' | 'asking' | 'busy'>('no')
  const running = useRef(false)

  const confirm = async () => {
    if (running.current) return
    running.current = true
    setStage('busy')
    const outcome = await callApi(payment.cancel, { student: currentSession()?.subject ?? '' })
    await invalidatePaymentReads()
    running.current = false
    setStage('no')
    if (outcome.type === 'ok') onCancelled()
    else
      onProblem(
        outcome.type === 'refused'
          ? outcome.message || texts.cancelFailed
          : describeCallOutcome(outcome),
      )
  }
  return {
    isOpen: stage !== 'no',
    isBusy: stage === 'busy',
    ask: () => setStage('asking'),
    keep: () => setStage((now) => (now === 'busy' ? now : 'no')),
    confirm: () => void confirm(),
  }
}
