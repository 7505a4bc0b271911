import type { ReactNode } from 'react'
import { join } from './join.ts'
import styles from './Quiet.module.css'

/** What is said beside the point, small and grey; a `note` stands between the cards of a page. */
export function Quiet({
  as: As = 'p',
  note,
  children,
}: {
  as?: 'p' | 'span' | 'output'
  note?: boolean
  children: ReactNode
}) {
  return <As className={join(styles['quiet'], note && styles['note'])}>{children}</As>
}
