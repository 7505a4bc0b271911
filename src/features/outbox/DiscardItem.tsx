import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { discard } from '#app/lib/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { commonWords } from '#words/common'
import { outboxWords } from '#words/outbox'

/** Throw an unsent item away, after asking: nobody else has these words. */
export function DiscardItem({ order, title }: { order: number; title: string }) {
  const words = useWords(outboxWords)
  const common = useWords(commonWords)
  const [asking, ask] = useState(false)
  const remove = async () => {
    ask(false)
    toast((await discard(order)) ? words.discarded : words.busyNow)
  }
  return (
    <>
      <TextButton onClick={() => ask(true)}>{words.discard}</TextButton>
      <Dialog
        open={asking}
        title={common.boxTitle}
        onClose={() => ask(false)}
        actions={
          <>
            <Button tone="danger" onClick={() => void remove()}>
              {words.discard}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {words.keep}
            </Button>
          </>
        }
      >
        <p>{words.discardAsk(title)}</p>
      </Dialog>
    </>
  )
}
