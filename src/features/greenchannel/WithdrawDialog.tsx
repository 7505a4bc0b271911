import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { commonWords } from '#words/common'
import { greenchannelWords } from '#words/greenchannel'

/** Asks before an application is taken back with its pictures. */
export function WithdrawDialog({
  open,
  onConfirm,
  onClose,
}: {
  open: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const words = useWords(greenchannelWords)
  const common = useWords(commonWords)
  return (
    <Dialog
      open={open}
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          <Button tone="danger" onClick={onConfirm}>
            {words.withdraw}
          </Button>
          <Button tone="second" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.withdrawAsk}</p>
    </Dialog>
  )
}
