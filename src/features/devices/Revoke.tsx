import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { toast } from '#app/ui/toast.ts'
import { type Device, devices } from '#contract/devices'
import { devicesWords } from '#words/devices'

/** The way to end the sign-in of a device, for a reason. */
export function Revoke({ device, onRevoked }: { device: Device; onRevoked: () => void }) {
  const words = useWords(devicesWords)
  const { send, busy, problem, complain } = useLive()
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const revoke = async () => {
    if (reason.trim() === '') return complain(words.reasonNeeded)
    const outcome = await send(devices.revoke, { id: device.id, reason: reason.trim() })
    if (outcome?.type !== 'ok') return undefined
    ask(false)
    toast(words.done)
    return onRevoked()
  }
  return (
    <>
      <TextButton danger label={words.revokeOf(device.name)} onClick={() => ask(true)}>
        {words.revoke}
      </TextButton>
      <Dialog
        open={asking}
        title={words.revokeOf(device.name)}
        onClose={() => ask(false)}
        actions={
          <Button tone="danger" busy={busy} onClick={() => void revoke()}>
            {words.revoke}
          </Button>
        }
      >
        <p>{words.ask(device.name)}</p>
        <TextField
          label={words.reason}
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
        <Alert text={problem} />
      </Dialog>
    </>
  )
}
