import { commonWords } from '#words/common'
import styles from './Skeleton.module.css'

/** Where rows will be; says to screen readers that something is coming. */
export function Skeleton({ rows = 3, label = commonWords.loading.zh }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className={styles['card']}>
      {Array.from({ length: rows }, (_, row) => <div key={row} aria-hidden className={styles['row']}><i /><i /></div>)}
    </div>
  )
}
