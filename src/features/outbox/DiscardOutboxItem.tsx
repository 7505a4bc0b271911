import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { discardItem } from '#app/lib/outbox/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { outboxTexts } from '#i18n/outbox'

/** Deletes an unsent item. The user has to confirm it, because there is no other copy. */
export function DiscardOutboxItem({ order, title }: { order: number; title: string }) {
  const texts = useTexts(outboxTexts)
  const common = useTexts(commonTexts)
  const [asking, ask] = useState(false)
  const remove = async () => {
    ask(false)
    showToast((await discardItem(order)) ? texts.discarded : texts.busyNow)
  }
  return (
    <>
      <TextButton onClick={() => ask(true)}>{texts.discard}</TextButton>
      <Dialog
        open={asking}
        title={common.boxTitle}
        onClose={() => ask(false)}
        actions={
          <>
            <Button tone="danger" onClick={() => void remove()}>
              {texts.discard}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {texts.keep}
            </Button>
          </>
        }
      >
        <p>{texts.discardAsk(title)}</p>
      </Dialog>
    </>
  )
}
