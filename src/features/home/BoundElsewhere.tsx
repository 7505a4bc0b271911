import ShieldAlert from 'lucide-react/icons/shield-alert'
import { agoOrDate } from '#app/lib/dates.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import type { Session } from '#app/lib/session.ts'
import { homeWords } from '#words/home'
import styles from './Today.module.css'

/** Says that another phone has bound this identity since this one did (security 2). */
export function BoundElsewhere({ session: { boundElsewhereAt } }: { session: Session }) {
  const words = useWords(homeWords)
  const language = useLanguage()
  if (boundElsewhereAt === undefined) return null
  return (
    <p role="alert" className={styles['warning']}>
      <ShieldAlert aria-hidden />
      {words.elsewhere(agoOrDate(Date.parse(boundElsewhereAt), language))}
    </p>
  )
}
