import { CloudAlert } from 'lucide'
import type { UnreadReason } from '#i18n/unread-reason'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './EmptyState.module.css'

const ANSWERS: ReadonlySet<UnreadReason> = new Set(['never-read', 'not-found', 'not-allowed'])

/**
 * There is nothing to show: why, and a way to try again where another try may end otherwise. What
 * was never read, what is not there and what is not allowed are called so, in the sentence of `text`;
 * only what failed, or was refused for a reason that may pass, is called by `title`, or by `text` where
 * a page has no name for it.
 */
export function ErrorState({
  title,
  text,
  why = 'failed',
  retryLabel,
  onRetry,
}: {
  title?: string
  text?: string | undefined
  why?: UnreadReason | undefined
  retryLabel: string
  onRetry: () => void
}) {
  const isAnswer = text !== undefined && text !== '' && ANSWERS.has(why)
  return (
    <div role={isAnswer ? 'status' : 'alert'} className={styles['empty']}>
      {!isAnswer && (
        <span aria-hidden className={styles['icon']} data-tone="need">
          <Icon of={CloudAlert} />
        </span>
      )}
      <p className={styles['title']}>{isAnswer ? text : (title ?? text)}</p>
      {!isAnswer && title !== undefined && text !== undefined && (
        <p className={styles['text']}>{text}</p>
      )}
      {(!isAnswer || why === 'never-read') && (
        <div className={styles['action']}>
          <Button tone="second" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
