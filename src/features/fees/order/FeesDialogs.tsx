import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import type { useCancelOrder } from './useCancelOrder.ts'

/** Confirms cancelling an order and names the consequences. */
export function CancelOrderDialog({
  cancel,
  releasesBed,
}: {
  cancel: ReturnType<typeof useCancelOrder>
  /** A bed is reserved until this order is paid; cancelling releases it (FEE-53). */
  releasesBed: boolean
}) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  return (
    <Dialog
      open={cancel.isOpen}
      title={common.boxTitle}
      onClose={cancel.keep}
      actions={
        <>
          <Button tone="danger" busy={cancel.isBusy} onClick={cancel.confirm}>
            {texts.cancelOrder}
          </Button>
          <Button tone="second" onClick={cancel.keep}>
            {texts.keepOrder}
          </Button>
        </>
      }
    >
      {releasesBed && <p>{texts.cancelReleasesBed}</p>}
      <p>{texts.cancelAsk}</p>
    </Dialog>
  )
}

/** A message box with a single button. */
export function MessageDialog({
  texts,
  label,
  open,
  onGo,
  onClose,
}: {
  texts: readonly string[]
  label: string
  open: boolean
  onGo: () => void
  onClose: () => void
}) {
  const common = useTexts(commonTexts)
  return (
    <Dialog
      open={open}
      title={common.boxTitle}
      onClose={onClose}
      actions={<Button onClick={onGo}>{label}</Button>}
    >
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Dialog>
  )
}
