import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { unsubscribeFromPush } from '#app/lib/worker/unsubscribe-from-push.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { messageChannels } from '#contract/message-channels'
import { messageChannelTexts } from '#i18n/message-channels'
import { subscribeToPush } from './push-subscription.ts'

/** Turns the notifications of this phone on and off, at a tap. */
export function PushSwitch({
  pushKey,
  isOn,
  onChange,
}: {
  pushKey: string
  isOn: boolean
  onChange: () => void
}) {
  const texts = useTexts(messageChannelTexts)
  const { send, busy, problem } = useOnlineCall()
  const [wrong, setWrong] = useState<string>()
  const turnOn = async () => {
    const result = await subscribeToPush(pushKey)
    const reasons = {
      denied: texts.denied,
      failed: texts.pushFailed,
      unsupported: texts.unsupported,
    }
    setWrong(result === 'on' ? undefined : reasons[result])
    if (result !== 'on') return
    showToast(texts.isOn)
    onChange()
  }
  const turnOff = async () => {
    const outcome = await send(messageChannels.unsubscribe, {})
    if (outcome?.type !== 'ok') return
    await unsubscribeFromPush()
    showToast(texts.off)
    onChange()
  }
  return (
    <>
      <Row
        label={texts.channels.push}
        description={isOn ? texts.isOn : texts.pushAbout}
        trailing={
          <TextButton off={busy} onClick={() => void (isOn ? turnOff() : turnOn())}>
            {isOn ? texts.turnOff : texts.turnOn}
          </TextButton>
        }
      />
      <Alert text={wrong ?? problem} />
    </>
  )
}
