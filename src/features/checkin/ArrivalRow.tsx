import { useState } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { type Arrival, checkin } from '#contract/checkin'
import { checkinWords } from '#words/checkin'
import { scannerWords } from '#words/checkin-scanner'
import { commonWords } from '#words/common'

/** One confirmed arrival, and the way to take it back: online only, and on record (D-98). */
export function ArrivalRow({
  arrival: { id, name, building, room, at },
  onRemoved,
}: {
  arrival: Arrival
  onRemoved: () => void
}) {
  const words = useWords(scannerWords)
  const texts = useWords(checkinWords)
  const common = useWords(commonWords)
  const language = useLanguage()
  const { send, busy, problem, offline } = useLive()
  const [asking, ask] = useState(false)
  const named = useNamed()
  const remove = async () => {
    const outcome = await send(checkin.remove, { id })
    if (outcome?.type !== 'ok') return toast(texts.deleteFailed)
    ask(false)
    toast(texts.deleted)
    return onRemoved()
  }
  const when = at === undefined ? '' : ` · ${agoOrDate(Date.parse(at), language)}`
  return (
    <>
      <Row
        label={name}
        description={`${words.place(named(building), room)}${when}`}
        trailing={
          <TextButton
            danger
            label={words.removeOf(name)}
            onClick={() => (offline ? toast(common.offlineOnly) : ask(true))}
          >
            {words.remove}
          </TextButton>
        }
      />
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
        {problem !== undefined && <p role="alert">{problem}</p>}
      </Dialog>
    </>
  )
}
