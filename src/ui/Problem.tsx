import { CloudAlert } from 'lucide'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './Empty.module.css'

/** Something went wrong: what, and a way to try again. */
export function Problem({
  title,
  text,
  retryLabel,
  onRetry,
}: {
  title: string
  text?: string | undefined
  retryLabel: string
  onRetry: () => void
}) {
  return (
    <div role="alert" className={styles['empty']}>
      <span aria-hidden className={styles['icon']} data-tone="need">
        <Icon of={CloudAlert} />
      </span>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      <div className={styles['action']}>
        <Button tone="second" onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}
