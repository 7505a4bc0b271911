import type { ReactNode } from 'react'
import { join } from './join.ts'
import styles from './TextButton.module.css'

/** A small button of words alone, for the top bar and for the actions of an item. */
export function TextButton({
  danger = false,
  onClick,
  children,
}: {
  danger?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={join(styles['button'], danger && styles['danger'])} onClick={onClick}>
      {children}
    </button>
  )
}
