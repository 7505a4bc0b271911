import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** Nothing here, and what to do next. */
export function Empty({ icon, title, text, action }: { icon: ReactNode; title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <span aria-hidden className={styles['icon']}>
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  )
}
