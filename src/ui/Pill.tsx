import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'
import styles from './Pill.module.css'

/** How things stand, in a word with a colour and a sign. */
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
