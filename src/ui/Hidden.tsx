import type { ReactNode } from 'react'
import styles from './Hidden.module.css'

/** Said by a screen reader and not seen: words, or an input that a button stands in for. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles['hidden']}>{children}</span>
}
