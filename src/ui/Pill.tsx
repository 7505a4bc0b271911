import type { ReactNode } from 'react'
import { join } from './join.ts'
import styles from './Pill.module.css'

/** How things stand, in a word with a colour and a sign. */
export function Pill({
  tone,
  icon,
  children,
}: {
  tone: 'wait' | 'done' | 'need' | 'mute' | 'brand'
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={join(styles['pill'], styles[tone])}>
      {icon}
      {children}
    </span>
  )
}
