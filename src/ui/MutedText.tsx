import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './MutedText.module.css'

/** Secondary text, small and grey; a `note` is placed between the cards of a page. */
export function MutedText({
  as: As = 'p',
  note,
  children,
}: {
  as?: 'p' | 'span' | 'output'
  note?: boolean
  children: ReactNode
}) {
  return <As className={joinClassNames(styles['quiet'], note && styles['note'])}>{children}</As>
}
