import type { ReactNode } from 'react'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { refreshOutbox, useOutbox } from '#app/lib/outbox/outbox.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { findFormTitle } from '#i18n/form-titles'
import { outboxTexts } from '#i18n/outbox'
import { DiscardOutboxItem } from './DiscardOutboxItem.tsx'
import styles from './outbox.module.css'

/**
 * The unsent forms on a phone without a binding. Anybody can read this page, so it shows only the
 * titles of the forms. `others`: how many more forms belong to other people; `clear`: the button
 * that removes all of them.
 */
export function UnboundOutbox({ others, clear }: { others: number; clear: ReactNode }) {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const { topLevelItems } = useOutbox()
  if (topLevelItems.length + others === 0)
    return (
      <ErrorState
        title={texts.unread}
        text={texts.unreadText}
        onRetry={() => void refreshOutbox()}
      />
    )
  return (
    <>
      <Card flush title={texts.unsent}>
        <ul className={styles['list']}>
          {topLevelItems.map(({ order, form, capturedAt }) => {
            const title = findFormTitle(form)?.[language] ?? texts.unknownForm
            return (
              <li key={order} className={styles['item']}>
                <b>{title}</b>
                <p className={styles['quiet']}>
                  {texts.savedAt(formatRecentPhoneTime(capturedAt, language))}
                </p>
                <div className={styles['actions']}>
                  <DiscardOutboxItem order={order} title={title} />
                </div>
              </li>
            )
          })}
          {others > 0 && (
            <li className={styles['item']}>
              <b>{texts.ofOthers(others)}</b>
            </li>
          )}
        </ul>
      </Card>
      <p>{texts.signedOutList}</p>
      <ButtonLink to="/login/{-$app}" params={{}}>
        {texts.bindAgain}
      </ButtonLink>
      {clear}
    </>
  )
}
