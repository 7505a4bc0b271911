import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import type { IssuedPassword } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import styles from './staff-accounts.module.css'

/** The address at which staff members sign in, as somebody types it from paper. */
const SIGN_IN_ADDRESS = `${location.origin}${import.meta.env.BASE_URL}login`

/** First passwords as slips, which are printed, cut apart and handed out. */
export function PasswordSlips({
  passwords,
  until,
}: {
  passwords: readonly IssuedPassword[]
  until: string
}) {
  const texts = useTexts(staffAccountsTexts)
  if (passwords.length === 0) return null
  return (
    <>
      <div className={styles['screenOnly']}>
        <h2>{texts.slips(passwords.length)}</h2>
        <p>{texts.slipsOnce}</p>
        <PrintButton label={texts.print} />
      </div>
      <ul className={styles['slips']}>
        {passwords.map(({ code, name, department, password }) => (
          <li key={code} className={styles['slip']}>
            <p className={styles['school']}>{appConfig.school}</p>
            <p>
              {department} {name}
            </p>
            <p>
              {texts.workNumber} <b>{code}</b>
            </p>
            <p className={styles['password']}>{password}</p>
            <p>{texts.slipAddress(SIGN_IN_ADDRESS)}</p>
            <p className={styles['school']}>{texts.slipAbout(formatChinaTime(until))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
