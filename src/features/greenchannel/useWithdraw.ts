import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { toast } from '#app/ui/toast.ts'
import { type Application, greenchannel } from '#contract/greenchannel'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'
import { type Refusal, refusalOf } from './refusal.ts'
import { useFeeStep } from './useFeeStep.ts'

/**
 * Taking a pending application back; then the fee page shows what is left to be paid (GRN-18,
 * D-74).
 */
export function useWithdraw({
  application,
  stunum,
  invalidate,
}: {
  application: Application
  stunum: string
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const common = useTexts(commonTexts)
  const live = useLive()
  const step = useFeeStep(stunum)
  const [refusal, setRefusal] = useState<Refusal>()

  const confirm = async () => {
    const { type, id, review } = application
    const outcome = await live.send(greenchannel.withdraw, { type, id, review })
    if (outcome === undefined) return
    if (outcome.type === 'ok') {
      toast(texts.withdrawn)
      await step.goThere()
    } else {
      setRefusal(refusalOf(outcome, texts.withdrawFailed))
      // It may have been decided meanwhile, or be gone although nothing was answered.
      await invalidate()
    }
  }
  return {
    busy: live.busy,
    refusal,
    refuseOffline: (): boolean => {
      setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
      return live.offline
    },
    confirm: () => void confirm(),
  }
}
