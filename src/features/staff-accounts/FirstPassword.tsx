import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import styles from './staff-accounts.module.css'

/** A first password, shown only once. */
export function FirstPassword({
  name,
  password,
  until,
  onClose,
}: {
  name: string
  password: string | undefined
  /** When the password can no longer be used, ISO instant. */
  until: string | undefined
  onClose: () => void
}) {
  const texts = useTexts(staffAccountsTexts)
  return (
    <Dialog
      open={password !== undefined}
      title={texts.firstPasswordOf(name)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{texts.noted}</Button>}
    >
      <p className={styles['password']}>{password}</p>
      <p>{texts.shownOnce}</p>
      {until !== undefined && <p>{texts.until(formatChinaTime(until))}</p>}
    </Dialog>
  )
}
