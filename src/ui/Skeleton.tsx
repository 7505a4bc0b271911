import { commonTexts } from '#i18n/common'
import styles from './Skeleton.module.css'

/** Placeholder rows while data loads; announced to screen readers as loading. */
export function Skeleton({
  rows = 3,
  label = commonTexts.loading.zh,
}: {
  rows?: number
  label?: string
}) {
  return (
    <output aria-label={label} className={styles['card']}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} aria-hidden className={styles['row']}>
          <i />
          <i />
        </span>
      ))}
    </output>
  )
}
