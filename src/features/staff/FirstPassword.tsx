import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { staffWords } from '#words/staff'
import styles from './staff.module.css'

/** A first password, shown this once. */
export function FirstPassword({
  name,
  password,
  onClose,
}: {
  name: string
  password: string | undefined
  onClose: () => void
}) {
  const words = useWords(staffWords)
  return (
    <Dialog
      open={password !== undefined}
      title={words.firstPasswordOf(name)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.noted}</Button>}
    >
      <p className={styles['password']}>{password}</p>
      <p>{words.shownOnce}</p>
    </Dialog>
  )
}
