import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { showToast } from '#app/ui/toast.ts'
import { type GreenChannelApplication, greenChannel } from '#contract/green-channel'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'
import { type ApplicationRefusal, describeRefusal } from './refusal.ts'
import { useFeeStep } from './useFeeStep.ts'

/**
 * Withdraws a pending application and then opens the fee page, which shows the amount left to pay
 * (GRN-18, D-74).
 */
export function useWithdrawApplication({
  application,
  stunum,
  invalidate,
}: {
  application: GreenChannelApplication
  stunum: string
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const common = useTexts(commonTexts)
  const live = useOnlineCall()
  const step = useFeeStep(stunum)
  const [refusal, setRefusal] = useState<ApplicationRefusal>()

  const confirm = async () => {
    const { type, id, review } = application
    const outcome = await live.send(greenChannel.withdraw, { type, id, review })
    if (outcome === undefined) return
    if (outcome.type === 'ok') {
      showToast(texts.withdrawn)
      await step.goThere()
    } else {
      setRefusal(describeRefusal(outcome, texts.withdrawFailed))
      // The state is read again: the application might have been decided in the meantime, or it
      // might have been withdrawn although the response was lost.
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
