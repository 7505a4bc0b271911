import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Words that a screen reader says and nobody sees. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles['hidden']}>{children}</span>
}
