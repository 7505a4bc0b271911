/** How long to wait at most, ms: a page that is not visible paints no frames. */
const LONGEST_MS = 100

/**
 * Resolves when the browser has painted the next frame. Work that a tap starts waits for it, so
 * that the tap is answered (the control looks pressed) before the work begins.
 */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // Animation frames run before the painting; the task after them runs when it is done.
      setTimeout(resolve)
    })
  })
