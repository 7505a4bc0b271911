import { usePageLayout } from './page-layout.ts'
import styles from './Skeleton.module.css'

/** Placeholder rows while data loads; announced to screen readers as loading. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <output aria-label={usePageLayout().loadingLabel} className={styles['card']}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} aria-hidden className={styles['row']}>
          <i />
          <i />
        </span>
      ))}
    </output>
  )
}
