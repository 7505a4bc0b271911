import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Overlay } from './Overlay.tsx'
import styles from './DialogFrame.module.css'

/**
 * A message box (its title is commonTexts.boxTitle) or any small dialog, with its buttons below.
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
  /** What is done first, the way out last. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Overlay open={open} onClose={onClose} className={styles['box']}>
      <Base.Title className={styles['title']}>{title}</Base.Title>
      {/* Read out together with the title. */}
      <Base.Description render={<div />} className={styles['body']}>
        {children}
      </Base.Description>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </Overlay>
  )
}
