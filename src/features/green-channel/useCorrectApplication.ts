import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { onboarding } from '#contract/onboarding'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'
import { type ApplicationRefusal, describeRefusal } from './refusal.ts'
import { useFeeStep } from './useFeeStep.ts'

/**
 * Corrects a rejected application: reopens the payment-info step, reads the steps again, then opens
 * the form (GRN-28, D-75).
 */
export function useCorrectApplication({
  stunum,
  onReopened,
}: {
  stunum: string
  onReopened: () => void
}) {
  const texts = useTexts(greenChannelTexts)
  const common = useTexts(commonTexts)
  const live = useOnlineCall()
  const step = useFeeStep(stunum)
  const [refusal, setRefusal] = useState<ApplicationRefusal>()

  const begin = async () => {
    setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
    const outcome = await live.send(onboarding.reopen, {
      student: currentSession()?.subject ?? '',
      step: step.sort,
    })
    if (outcome === undefined) return
    if (outcome.type !== 'ok') return setRefusal(describeRefusal(outcome, texts.stepFailed))
    await step.refetchSteps()
    onReopened()
  }
  return { busy: live.busy, refusal, begin: () => void begin() }
}
