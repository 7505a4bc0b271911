import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonWords } from '#words/common'
import { photoWords } from '#words/photo'
import { photoScreenWords } from '#words/photo-screen'

interface Asked {
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a photo goes that can never be changed (PHO-07). */
export function ConfirmUpload(asked: Asked) {
  const words = useWords(photoWords)
  return <Ask {...asked} text={words.cannotChange} label={words.confirm} />
}

/** Asks before the consent is taken back, with which the photo is deleted. */
export function ConfirmTakeBack(asked: Asked) {
  const words = useWords(photoScreenWords)
  return <Ask {...asked} text={words.takeBackAsk} label={words.confirmTakeBack} />
}

function Ask({ text, label, onConfirm, onClose }: Asked & { text: string; label: string }) {
  const words = useWords(photoWords)
  const common = useWords(commonWords)
  return (
    <Dialog
      open
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onConfirm}>{label}</Button>
          <Button tone="second" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
