import type { ReactNode } from 'react'
import { join } from './join.ts'
import styles from './Card.module.css'

/** A white group on the grey ground; `flush` leaves the height to the rows inside. */
export function Card({ flush, title, children }: { flush?: boolean; title?: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      {title !== undefined && <h2 className={styles['title']}>{title}</h2>}
      <div className={join(styles['card'], flush && styles['flush'])}>{children}</div>
    </section>
  )
}
