import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { checkin } from '#contract/checkin'
import { stations } from '#contract/stations'
import { scannerTexts } from '#i18n/checkin-scanner'
import { commonTexts } from '#i18n/common'

/** Revokes an arrival: online only, with a reason, and recorded in the audit log (D-98). */
export function RevokeArrival({
  id,
  name,
  isStation = false,
  onRemoved,
}: {
  id: string
  name: string
  /** Whether it is a record of a station instead of an arrival. */
  isStation?: boolean
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const common = useTexts(commonTexts)
  const { send, busy, problem, setProblem, offline } = useOnlineCall()
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const remove = async () => {
    if (reason.trim() === '') return setProblem(texts.removeWhy)
    const outcome = await (isStation
      ? send(stations.remove, { id, reason: reason.trim() })
      : send(checkin.remove, { id, reason: reason.trim() }))
    if (outcome?.type !== 'ok') return undefined
    ask(false)
    showToast(texts.deleted)
    return onRemoved()
  }
  return (
    <>
      <TextButton
        danger
        label={texts.removeOf(name)}
        onClick={() => (offline ? showToast(common.offlineOnly) : ask(true))}
      >
        {texts.remove}
      </TextButton>
      <Dialog
        open={asking}
        title={common.boxTitle}
        onClose={() => ask(false)}
        actions={
          <>
            <Button tone="danger" busy={busy} onClick={() => void remove()}>
              {texts.remove}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {texts.cancel}
            </Button>
          </>
        }
      >
        <p>{texts.removeText(name)}</p>
        <TextField label={texts.removeReason} value={reason} maxLength={200} onType={setReason} />
        {problem !== undefined && <p role="alert">{problem}</p>}
      </Dialog>
    </>
  )
}
