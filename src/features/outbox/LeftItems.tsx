import type { ReactNode } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { refreshOutbox, useOutbox } from '#app/lib/outbox.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { outboxWords } from '#words/outbox'
import { DiscardItem } from './DiscardItem.tsx'
import { formViews } from './forms.ts'
import styles from './outbox.module.css'

/**
 * What waits on a phone on which nobody is bound: who looks at it may be anybody, so it is named
 * and not shown. `others`: so many more are somebody else's; `clear` is the way to remove it all.
 */
export function LeftItems({ others, clear }: { others: number; clear: ReactNode }) {
  const words = useWords(outboxWords)
  const language = useLanguage()
  const { rows } = useOutbox()
  if (rows.length + others === 0)
    return (
      <Problem
        title={words.unread}
        text={words.unreadText}
        retryLabel={words.retry}
        onRetry={() => void refreshOutbox()}
      />
    )
  return (
    <>
      <Card flush title={words.unsent}>
        <ul className={styles['list']}>
          {rows.map(({ order, form, capturedAt }) => {
            const title = formViews[form]?.title[language] ?? words.unknownForm
            return (
              <li key={order} className={styles['item']}>
                <b>{title}</b>
                <p className={styles['quiet']}>{words.savedAt(agoByPhone(capturedAt, language))}</p>
                <div className={styles['actions']}>
                  <DiscardItem order={order} title={title} />
                </div>
              </li>
            )
          })}
          {others > 0 && (
            <li className={styles['item']}>
              <b>{words.ofOthers(others)}</b>
            </li>
          )}
        </ul>
      </Card>
      <p>{words.signedOutList}</p>
      <ButtonLink to="/login/{-$app}" params={{}}>
        {words.bindAgain}
      </ButtonLink>
      {clear}
    </>
  )
}
