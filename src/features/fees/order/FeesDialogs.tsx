import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import type { useCancelOrder } from './useCancelOrder.ts'

/** Asks before an order is given up, and says what goes with it. */
export function CancelOrderDialog({
  cancel,
  releasesBed,
}: {
  cancel: ReturnType<typeof useCancelOrder>
  /** A place in a dormitory is held until this order is paid, and goes with it (FEE-53). */
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

/** A message box with one way on. */
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
