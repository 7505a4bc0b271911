import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide'
import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Overlay } from './Overlay.tsx'
import { usePageLayout } from './page-layout.ts'
import styles from './SheetFrame.module.css'

/** A bottom sheet. */
export function SheetFrame({
  open,
  onClose,
  title,
  sign,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /**
   * An icon above the title. With it the title is large and centered, because the sheet shows a
   * result.
   */
  sign?: ReactNode
  children: ReactNode
}) {
  return (
    <Overlay open={open} onClose={onClose} className={styles['sheet']}>
      <div className={joinClassNames(styles['top'], sign !== undefined && styles['ending'])}>
        {sign}
        <Base.Title className={styles['title']}>{title}</Base.Title>
        <Base.Close className={styles['close']} aria-label={usePageLayout().closeLabel}>
          <Icon of={X} />
        </Base.Close>
      </div>
      <div className={styles['body']}>{children}</div>
    </Overlay>
  )
}
