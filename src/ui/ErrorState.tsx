import { CloudAlert } from 'lucide'
import type { ReadFailureReason } from '#i18n/unread-reason'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { usePageLayout } from './page-layout.ts'
import styles from './EmptyState.module.css'

const ANSWERS: ReadonlySet<ReadFailureReason> = new Set(['never-read', 'not-found', 'not-allowed'])

/**
 * Shown when a read has no data: the reason, and a retry button if a retry can succeed. `text`
 * describes data that was never read, does not exist or is not allowed. The title of a failure, or
 * of a refusal that is perhaps temporary, is `title`; a page without `title` shows `text` instead.
 */
export function ErrorState({
  title,
  text,
  why = 'failed',
  retryLabel,
  onRetry,
}: {
  title?: string | undefined
  text?: string | undefined
  why?: ReadFailureReason | undefined
  /** A button that does something else than retrying. */
  retryLabel?: string
  onRetry: () => void
}) {
  const layout = usePageLayout()
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
            {retryLabel ?? layout.retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
