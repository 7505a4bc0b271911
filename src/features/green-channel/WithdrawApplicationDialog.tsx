import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'

/** Confirms withdrawing an application and its pictures. */
export function WithdrawApplicationDialog({
  open,
  onConfirm,
  onClose,
}: {
  open: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const texts = useTexts(greenChannelTexts)
  const common = useTexts(commonTexts)
  return (
    <Dialog
      open={open}
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          <Button tone="danger" onClick={onConfirm}>
            {texts.withdraw}
          </Button>
          <Button tone="second" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      <p>{texts.withdrawAsk}</p>
    </Dialog>
  )
}
