import { expect, test } from 'vitest'
import { DOUBLE_TAP_SCALE, panBy, INITIAL_VIEW, zoomAt } from '#app/ui/zoom.ts'

const screen = { width: 400, height: 800 }

test('what lies under the fingers stays there [AUD-06]', () => {
  const at = { x: 100, y: -50 }
  const view = zoomAt(zoomAt(INITIAL_VIEW, 2, at), 1.5, at)
  expect(view.scale).toBe(3)
  // A point of the picture is shown at its place times the scale, moved by the view.
  expect([(at.x - view.x) / view.scale, (at.y - view.y) / view.scale]).toEqual([at.x, at.y])
})

test('never smaller than the whole picture, which stands in the middle, and not endlessly large [AUD-06]', () => {
  expect(zoomAt(zoomAt(INITIAL_VIEW, DOUBLE_TAP_SCALE, { x: 80, y: 80 }), 0.1)).toEqual(
    INITIAL_VIEW,
  )
  expect(zoomAt(INITIAL_VIEW, 1000).scale).toBe(8)
})

test('it is not pushed out of the screen [AUD-06]', () => {
  expect(panBy(INITIAL_VIEW, { x: 50, y: 50 }, screen)).toEqual(INITIAL_VIEW)
  const close = zoomAt(INITIAL_VIEW, 2)
  expect(panBy(close, { x: 30, y: -20 }, screen)).toMatchObject({ x: 30, y: -20 })
  expect(panBy(close, { x: 9999, y: -9999 }, screen)).toMatchObject({ x: 200, y: -400 })
})
