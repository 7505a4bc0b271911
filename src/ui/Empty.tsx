import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'
import styles from './Empty.module.css'

/** Nothing here, and what to do next. */
export function Empty({
  icon,
  title,
  text,
  action,
  tone = 'mute',
}: {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
  tone?: Tone
}) {
  return (
    <div className={styles['empty']}>
      <span aria-hidden className={styles['icon']} data-tone={tone}>
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  )
}
