import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { toast } from '#app/ui/toast.ts'
import { checkin } from '#contract/checkin'
import { scannerWords } from '#words/checkin-scanner'
import { commonWords } from '#words/common'

/** The way to take an arrival back: online only, for a reason, and on record (D-98). */
export function TakeBack({
  id,
  name,
  onRemoved,
}: {
  id: string
  name: string
  onRemoved: () => void
}) {
  const words = useWords(scannerWords)
  const common = useWords(commonWords)
  const { send, busy, problem, complain, offline } = useLive()
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const remove = async () => {
    if (reason.trim() === '') return complain(words.removeWhy)
    const outcome = await send(checkin.remove, { id, reason: reason.trim() })
    if (outcome?.type !== 'ok') return undefined
    ask(false)
    toast(words.deleted)
    return onRemoved()
  }
  return (
    <>
      <TextButton
        danger
        label={words.removeOf(name)}
        onClick={() => (offline ? toast(common.offlineOnly) : ask(true))}
      >
        {words.remove}
      </TextButton>
      <Dialog
        open={asking}
        title={common.boxTitle}
        onClose={() => ask(false)}
        actions={
          <>
            <Button tone="danger" busy={busy} onClick={() => void remove()}>
              {words.remove}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {words.cancel}
            </Button>
          </>
        }
      >
        <p>{words.removeText(name)}</p>
        <TextField
          label={words.removeReason}
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
        {problem !== undefined && <p role="alert">{problem}</p>}
      </Dialog>
    </>
  )
}
