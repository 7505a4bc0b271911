import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonWords } from '#words/common'
import { photoWords } from '#words/photo'

/** Asks before a photo goes that can never be changed (PHO-07). */
export function ConfirmUpload({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void
  onClose: () => void
}) {
  const words = useWords(photoWords)
  const common = useWords(commonWords)
  return (
    <Dialog
      open
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onConfirm}>{words.confirm}</Button>
          <Button tone="second" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{words.cannotChange}</p>
    </Dialog>
  )
}
