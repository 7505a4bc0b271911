import type { ReactNode } from 'react'
import { join } from './join.ts'
import styles from './Empty.module.css'

/** Nothing here, and what to do next. */
export function Empty({
  icon,
  title,
  text,
  action,
  tone,
}: {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
  /** How what is said stands; without one it is neither good nor bad. */
  tone?: 'done' | 'wait' | 'need'
}) {
  return (
    <div className={styles['empty']}>
      <span aria-hidden className={join(styles['icon'], tone && styles[tone])}>
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  )
}
