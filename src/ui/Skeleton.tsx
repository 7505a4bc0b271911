import { usePageLayout } from './page-layout.ts'
import styles from './Skeleton.module.css'

/**
 * Placeholder rows while data loads; announced to screen readers as loading. A page with
 * `data-pending` is not stored as a snapshot.
 */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <output aria-label={usePageLayout().loadingLabel} className={styles['card']} data-pending>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} aria-hidden className={styles['row']}>
          <i />
          <i />
        </span>
      ))}
    </output>
  )
}
