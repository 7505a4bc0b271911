import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type SupervisorDevice, devices } from '#contract/devices'
import { devicesTexts } from '#i18n/devices'

/** Ends the sign-in of a device, with a reason. */
export function RevokeDevice({
  device,
  onRevoked,
}: {
  device: SupervisorDevice
  onRevoked: () => void
}) {
  const texts = useTexts(devicesTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const revoke = async () => {
    if (reason.trim() === '') return setProblem(texts.reasonNeeded)
    const outcome = await send(devices.revoke, { id: device.id, reason: reason.trim() })
    if (outcome?.type !== 'ok') return undefined
    ask(false)
    showToast(texts.done)
    return onRevoked()
  }
  return (
    <>
      <TextButton danger label={texts.revokeOf(device.name)} onClick={() => ask(true)}>
        {texts.revoke}
      </TextButton>
      <Dialog
        open={asking}
        title={texts.revokeOf(device.name)}
        onClose={() => ask(false)}
        actions={
          <Button tone="danger" busy={busy} onClick={() => void revoke()}>
            {texts.revoke}
          </Button>
        }
      >
        <p>{texts.ask(device.name)}</p>
        <TextField label={texts.reason} value={reason} maxLength={200} onType={setReason} />
        <Alert text={problem} />
      </Dialog>
    </>
  )
}
