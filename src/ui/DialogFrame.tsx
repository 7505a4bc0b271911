import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Overlay } from './Overlay.tsx'
import styles from './DialogFrame.module.css'

/**
 * A message box (with the title commonTexts.boxTitle) or another small dialog, with its buttons
 * below.
 */
export function DialogFrame({
  open,
  onClose,
  title,
  actions,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** The main action first, cancel last. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Overlay open={open} onClose={onClose} className={styles['box']}>
      <Base.Title className={styles['title']}>{title}</Base.Title>
      {/* Read aloud together with the title. */}
      <Base.Description render={<div />} className={styles['body']}>
        {children}
      </Base.Description>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </Overlay>
  )
}
