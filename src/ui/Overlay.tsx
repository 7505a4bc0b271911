import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { joinClassNames } from './class-names.ts'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './Overlay.module.css'

/**
 * A modal overlay with a backdrop. The focus stays inside; Escape, a tap outside and the browser's
 * Back close it.
 */
export function Overlay({
  open,
  onClose,
  className,
  children,
}: {
  open: boolean
  onClose: () => void
  /** The class that defines its position and its transition. */
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

/** Same duration as in Overlay.module.css, ms. */
const SECOND_TAP_MS = 400

/**
 * Guards against double taps: the first tap opens a sheet, and the second tap must not press a
 * button that has just appeared under the finger. The style sheet disables the buttons for a
 * moment. The returned function reports whether a press outside the sheet came too early to close
 * it.
 */
function useDoubleTapGuard(isOpen: boolean): () => boolean {
  const openedAt = useRef(0)
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now()
  }, [isOpen])
  return () => performance.now() - openedAt.current < SECOND_TAP_MS
}
