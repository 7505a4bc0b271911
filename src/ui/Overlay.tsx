import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { joinClassNames } from './class-names.ts'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './Overlay.module.css'

/**
 * What lies over the page, with a shade behind it. Focus stays inside; Escape, a tap beside it and
 * the browser's Back close it.
 */
export function Overlay({
  open,
  onClose,
  className,
  children,
}: {
  open: boolean
  onClose: () => void
  /** Where it lies and how it comes and goes. */
  className: string | undefined
  children: ReactNode
}) {
  useCloseOnBack(open, onClose)
  const isSecondTap = useDoubleTapGuard(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && !(reason === 'outside-press' && isSecondTap())) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['shade']} />
        <Base.Popup className={joinClassNames(styles['over'], className)}>{children}</Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** As long as Overlay.module.css keeps fingers out. */
const SECOND_TAP_MS = 400

/**
 * Who taps twice opens a sheet with the first tap and must not press with the second what has just
 * come under the finger. The style sheets keep it off the buttons; this tells of a press beside the
 * sheet, which would close it.
 */
function useDoubleTapGuard(isOpen: boolean): () => boolean {
  const openedAt = useRef(0)
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now()
  }, [isOpen])
  return () => performance.now() - openedAt.current < SECOND_TAP_MS
}
