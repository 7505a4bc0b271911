import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
  useRef,
} from 'react'
import { type Crop, zoomCrop, clampCrop } from './crop.ts'

interface PointerPosition {
  readonly x: number
  readonly y: number
}

const STEP_PX = 5
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}
const LARGER = 1.1

/** Moves and zooms the picture under the box: one finger, two fingers, or the keyboard. */
export function useAvatarCrop(
  size: { width: number; height: number },
  onCrop: Dispatch<SetStateAction<Crop>>,
) {
  const fingers = useRef(new Map<number, PointerPosition>())
  const push = (x: number, y: number) =>
    onCrop((crop) => clampCrop({ ...crop, x: crop.x + x, y: crop.y + y }, size))
  const grow = (factor: number) => onCrop((crop) => zoomCrop(crop, crop.scale * factor, size))

  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const move = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const before = fingers.current.get(pointerId)
    if (before === undefined) return
    const [other] = [...fingers.current].filter(([id]) => id !== pointerId)
    fingers.current.set(pointerId, { x, y })
    if (other === undefined) return push(x - before.x, y - before.y)
    return grow(distance({ x, y }, other[1]) / Math.max(1, distance(before, other[1])))
  }
  const up = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  const key = (event: KeyboardEvent) => {
    const by = KEYS[event.key]
    const larger = event.key === '+' || event.key === '='
    if (by === undefined && !larger && event.key !== '-') return
    event.preventDefault()
    if (by !== undefined) push(...by)
    else grow(larger ? LARGER : 1 / LARGER)
  }
  return {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onKeyDown: key,
  }
}

const distance = (a: PointerPosition, b: PointerPosition) => Math.hypot(a.x - b.x, a.y - b.y)
