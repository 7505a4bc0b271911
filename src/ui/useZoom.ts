import { type KeyboardEvent, type PointerEvent, useRef, useState, type WheelEvent } from 'react'
import {
  DOUBLE_TAP_SCALE,
  panBy,
  type Point,
  INITIAL_ZOOM_VIEW,
  type ZoomView,
  zoomAt,
} from './zoom.ts'

const DOUBLE_TAP_MS = 300
const TAP_PX = 12
const STEP = 1.4
const PUSH_PX = 60

/** Zooms and pans a picture: by two fingers, a double tap, the wheel, or the keyboard. */
export function useZoom() {
  const [view, setView] = useState(INITIAL_ZOOM_VIEW)
  const fingers = useRef(new Map<number, Point>())
  const began = useRef<Point>(undefined)
  const tapped = useRef<{ readonly at: number; readonly place: Point }>(undefined)
  const zoom = (factor: number, at?: Point) => setView((now) => zoomAt(now, factor, at))

  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const place = placeOf(event)
    began.current = fingers.current.size === 0 ? place : undefined
    fingers.current.set(event.pointerId, place)
  }
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const size = event.currentTarget.getBoundingClientRect()
    const now = placeOf(event)
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId)
    fingers.current.set(event.pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    if (other === undefined) return setView((view) => panBy(view, by, size))
    const factor = distance(now, other[1]) / Math.max(1, distance(before, other[1]))
    const between = middle(now, other[1])
    setView((view) => panBy(zoomAt(view, factor, between), { x: by.x / 2, y: by.y / 2 }, size))
  }
  const up = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    const place = placeOf(event)
    const start = began.current
    // The end of a pinch or a pan is not a tap.
    if (event.type !== 'pointerup' || start === undefined || distance(start, place) > TAP_PX) return
    const last = tapped.current
    const isSecond =
      last !== undefined &&
      event.timeStamp - last.at < DOUBLE_TAP_MS &&
      distance(last.place, place) < TAP_PX * 3
    tapped.current = isSecond ? undefined : { at: event.timeStamp, place }
    if (isSecond)
      setView((view) =>
        view.scale > 1 ? INITIAL_ZOOM_VIEW : zoomAt(view, DOUBLE_TAP_SCALE, place),
      )
  }
  const wheel = (event: WheelEvent) =>
    zoom(event.deltaY < 0 ? STEP ** 0.5 : STEP ** -0.5, placeOf(event))
  const key = (event: KeyboardEvent) => {
    const size = event.currentTarget.getBoundingClientRect()
    const act = KEYS[event.key]
    if (act === undefined) return
    event.preventDefault()
    setView((view) => act(view, size))
  }
  const handlers = {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onWheel: wheel,
    onKeyDown: key,
  }
  return {
    view,
    handlers,
    larger: () => zoom(STEP),
    smaller: () => zoom(1 / STEP),
    whole: () => setView(INITIAL_ZOOM_VIEW),
  }
}

const pushed =
  (x: number, y: number) =>
  (view: ZoomView, size: DOMRect): ZoomView =>
    panBy(view, { x: x * PUSH_PX, y: y * PUSH_PX }, size)
const KEYS: Readonly<Record<string, (view: ZoomView, size: DOMRect) => ZoomView>> = {
  '+': (view) => zoomAt(view, STEP),
  '=': (view) => zoomAt(view, STEP),
  '-': (view) => zoomAt(view, 1 / STEP),
  '0': () => INITIAL_ZOOM_VIEW,
  ArrowLeft: pushed(1, 0),
  ArrowRight: pushed(-1, 0),
  ArrowUp: pushed(0, 1),
  ArrowDown: pushed(0, -1),
}

interface Pointed {
  readonly clientX: number
  readonly clientY: number
  readonly currentTarget: Element
}

function placeOf({ clientX, clientY, currentTarget }: Pointed): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
