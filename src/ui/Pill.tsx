import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'
import styles from './Pill.module.css'

/** A status as a word with a colour and an icon. */
export function Pill({
  tone,
  icon,
  children,
}: {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={styles['pill']} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
