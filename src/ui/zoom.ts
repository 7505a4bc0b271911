/**
 * How a picture is looked at: how large, and how far its middle is from the middle of the screen,
 * in pixels.
 */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** A place on the screen, seen from its middle. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** The whole picture in the middle. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 }
/** How large a double tap makes it. */
export const CLOSE = 2.5
const LARGEST = 8

/** Larger or smaller by a factor, where what lies under `at` stays there. */
export function zoomed(view: View, factor: number, at: Place = { x: 0, y: 0 }): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor))
  if (scale === 1) return WHOLE
  const grown = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

/** Pushed aside, but never out of a screen of this size. */
export function moved(
  view: View,
  by: Place,
  { width, height }: { width: number; height: number },
): View {
  const within = (value: number, size: number) => {
    const most = ((view.scale - 1) * size) / 2
    return Math.min(most, Math.max(-most, value))
  }
  return { ...view, x: within(view.x + by.x, width), y: within(view.y + by.y, height) }
}
