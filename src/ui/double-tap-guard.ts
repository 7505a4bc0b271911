import { useEffect, useRef } from 'react'

/** As long as Overlay.module.css keeps fingers out. */
const SECOND_TAP_MS = 400

/**
 * Who taps twice opens a sheet with the first tap and must not press with the second what has just
 * come under the finger. The style sheets keep it off the buttons; this tells of a press beside the
 * sheet, which would close it.
 */
export function useDoubleTapGuard(isOpen: boolean): () => boolean {
  const openedAt = useRef(0)
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now()
  }, [isOpen])
  return () => performance.now() - openedAt.current < SECOND_TAP_MS
}
