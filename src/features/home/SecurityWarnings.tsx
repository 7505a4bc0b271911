import { ShieldAlert } from 'lucide'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useClockSkew } from '#app/lib/platform/server-clock.ts'
import type { Session } from '#app/lib/session/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { importWarningTexts } from '#i18n/warnings'
import styles from './today/Today.module.css'

/**
 * Warns that the identity was bound on another phone, that somebody tried to guess its credentials
 * (security 2), or that this phone's clock is wrong.
 */
export function SecurityWarnings({
  session: { boundElsewhereAt, guessedAt },
}: {
  session: Session
}) {
  const texts = useTexts(importWarningTexts)
  const language = useLanguage()
  const doubt = useClockSkew()
  const when = (at: string) => formatRecentTime(Date.parse(at), language)
  return [
    boundElsewhereAt && texts.elsewhere(when(boundElsewhereAt)),
    guessedAt && texts.guessed(when(guessedAt)),
    doubt === 'behind' && texts.clockBehind,
    doubt === 'ahead' && texts.clockAhead,
  ].map(
    (said, index) =>
      said && (
        <p key={index} role="alert" className={styles['warning']} data-tone="need">
          <Icon of={ShieldAlert} />
          {said}
        </p>
      ),
  )
}
