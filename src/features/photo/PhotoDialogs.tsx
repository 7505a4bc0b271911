import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { photoScreenTexts } from '#i18n/photo-screen'

interface ConfirmDialogProps {
  onConfirm: () => void
  onClose: () => void
}

/** Confirms uploading a photo, which cannot be changed afterwards (PHO-07). */
export function PhotoUploadDialog(asked: ConfirmDialogProps) {
  const texts = useTexts(photoTexts)
  return <ConfirmDialog {...asked} text={texts.cannotChange} label={texts.confirm} />
}

/** Confirms withdrawing the consent, which deletes the photo. */
export function WithdrawPhotoConsentDialog(asked: ConfirmDialogProps) {
  const texts = useTexts(photoScreenTexts)
  return <ConfirmDialog {...asked} text={texts.takeBackAsk} label={texts.confirmTakeBack} />
}

function ConfirmDialog({
  text,
  label,
  onConfirm,
  onClose,
}: ConfirmDialogProps & { text: string; label: string }) {
  const texts = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  return (
    <Dialog
      open
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onConfirm}>{label}</Button>
          <Button tone="second" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
