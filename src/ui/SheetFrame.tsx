import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide'
import type { ReactNode } from 'react'
import { useBackCloses } from './back.ts'
import { Icon } from './Icon.tsx'
import { join } from './join.ts'
import { useSecondTap } from './second-tap.ts'
import styles from './Sheet.module.css'

/**
 * A sheet from below. Focus stays inside; Escape, a tap beside it and the browser's Back close it.
 */
export function SheetFrame({
  open,
  onClose,
  title,
  closeLabel = '关闭',
  sign,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  closeLabel?: string | undefined
  /**
   * With a sign the title stands large under it, in the middle: the sheet says how something ended.
   */
  sign?: ReactNode
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
        <Base.Popup className={styles['sheet']}>
          <div className={join(styles['top'], sign !== undefined && styles['ending'])}>
            {sign}
            <Base.Title className={styles['title']}>{title}</Base.Title>
            <Base.Close className={styles['close']} aria-label={closeLabel}>
              <Icon of={X} />
            </Base.Close>
          </div>
          <div className={styles['body']}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
