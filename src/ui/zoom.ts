/**
 * The view of a picture: its scale, and the offset of its center from the screen's center, in
 * pixels.
 */
export interface ZoomView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** A point on the screen, relative to its center. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The whole picture in the middle. */
export const INITIAL_ZOOM_VIEW: ZoomView = { scale: 1, x: 0, y: 0 }
/** The scale after a double tap. */
export const DOUBLE_TAP_SCALE = 2.5
const LARGEST = 8

/** Zooms by a factor. The point `at` of the picture stays at the same place on the screen. */
export function zoomAt(view: ZoomView, factor: number, at: Point = { x: 0, y: 0 }): ZoomView {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor))
  if (scale === 1) return INITIAL_ZOOM_VIEW
  const grown = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

/** Pans the picture, keeping it inside a screen of this size. */
export function panBy(
  view: ZoomView,
  by: Point,
  { width, height }: { width: number; height: number },
): ZoomView {
  const within = (value: number, size: number) => {
    const most = ((view.scale - 1) * size) / 2
    return Math.min(most, Math.max(-most, value))
  }
  return { ...view, x: within(view.x + by.x, width), y: within(view.y + by.y, height) }
}
