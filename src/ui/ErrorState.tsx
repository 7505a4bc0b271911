import { CloudAlert } from 'lucide'
import type { ReadFailureReason } from '#i18n/unread-reason'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './EmptyState.module.css'

const ANSWERS: ReadonlySet<ReadFailureReason> = new Set(['never-read', 'not-found', 'not-allowed'])

/**
 * Shown when a read has no data: the reason, and a retry button if a retry may succeed. Data that
 * was never read, does not exist or is not allowed is described by `text`. A failure, or a refusal
 * that may be temporary, has the title `title`, or `text` if the page gives no title.
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
  why?: ReadFailureReason | undefined
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
