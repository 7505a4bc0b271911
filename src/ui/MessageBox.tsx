import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A message box with a single button; closed while there is no text. */
export function MessageBox({
  text,
  title,
  ok,
  onClose,
}: {
  text: string | undefined
  title: string
  ok: string
  onClose: () => void
}) {
  return (
    <Dialog
      open={text !== undefined}
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ok}</Button>}
    >
      <p>{text}</p>
    </Dialog>
  )
}
