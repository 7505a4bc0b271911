import styles from './greenchannel.module.css'
import type { Refusal } from './refusal.ts'

/** What did not go well, said at once. */
export function Refused({ refusal }: { refusal: Refusal | undefined }) {
  if (refusal === undefined) return null
  return (
    <div role="alert" className={styles['alert']}>
      <p>{refusal.title}</p>
      {refusal.reason !== undefined && <p>{refusal.reason}</p>}
    </div>
  )
}
