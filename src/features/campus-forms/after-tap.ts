let isMouseDown = false
if (typeof document !== 'undefined') {
  const listen = (type: string, isDown: boolean) =>
    document.addEventListener(type, () => (isMouseDown = isDown), { capture: true, passive: true })
  listen('pointerdown', true)
  listen('pointerup', false)
  listen('pointercancel', false)
}

/**
 * Runs work that can move what is on the page after the tap that causes it. A tap begins by leaving the
 * field that had the focus. If an error appears then, the tapped button is elsewhere when the finger
 * or the mouse is lifted, and the tap is lost.
 */
export function runAfterTap(work: () => void): void {
  const soon = () => void setTimeout(work)
  if (isMouseDown) document.addEventListener('pointerup', soon, { once: true })
  else soon()
}
