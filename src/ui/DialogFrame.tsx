import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useBackCloses } from './back.ts'
import { useSecondTap } from './second-tap.ts'
import styles from './Dialog.module.css'

/**
 * A message box (its title is commonWords.boxTitle) or any small dialog, with its buttons below.
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
  useBackCloses(open, onClose)
  const isSecondTap = useSecondTap(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && !(reason === 'outside-press' && isSecondTap())) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['shade']} />
        <Base.Popup className={styles['box']}>
          <Base.Title className={styles['title']}>{title}</Base.Title>
          {/* Read out together with the title. */}
          <Base.Description render={<div />} className={styles['body']}>
            {children}
          </Base.Description>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
