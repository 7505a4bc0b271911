import { expect, test } from 'vitest'
import { DOUBLE_TAP_SCALE, panBy, INITIAL_ZOOM_VIEW, zoomAt } from '#app/ui/zoom.ts'

const screen = { width: 400, height: 800 }

test('zooming a picture keeps the point under the fingers in place [AUD-06]', () => {
  const at = { x: 100, y: -50 }
  const view = zoomAt(zoomAt(INITIAL_ZOOM_VIEW, 2, at), 1.5, at)
  expect(view.scale).toBe(3)
  // On the screen a point of the picture is at its position times the scale, plus the offset.
  expect([(at.x - view.x) / view.scale, (at.y - view.y) / view.scale]).toEqual([at.x, at.y])
})

test('a zoomed picture is never smaller than the screen and at most eight times as large [AUD-06]', () => {
  expect(zoomAt(zoomAt(INITIAL_ZOOM_VIEW, DOUBLE_TAP_SCALE, { x: 80, y: 80 }), 0.1)).toEqual(
    INITIAL_ZOOM_VIEW,
  )
  expect(zoomAt(INITIAL_ZOOM_VIEW, 1000).scale).toBe(8)
})

test('a zoomed picture cannot be moved out of the screen [AUD-06]', () => {
  expect(panBy(INITIAL_ZOOM_VIEW, { x: 50, y: 50 }, screen)).toEqual(INITIAL_ZOOM_VIEW)
  const close = zoomAt(INITIAL_ZOOM_VIEW, 2)
  expect(panBy(close, { x: 30, y: -20 }, screen)).toMatchObject({ x: 30, y: -20 })
  expect(panBy(close, { x: 9999, y: -9999 }, screen)).toMatchObject({ x: 200, y: -400 })
})
