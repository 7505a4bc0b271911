import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './Swiper.module.css'

/**
 * Slides next to each other, one visible at a time, changed by swiping. The defaults are those of
 * the requirements (D-115).
 */
export function Swiper({
  index,
  count,
  onIndex,
  interval = 3000,
  threshold = 50,
  duration = 300,
  children,
}: {
  index: number
  count: number
  onIndex: (index: number) => void
  /** The interval of automatic changes, ms; 0 for none. */
  interval?: number
  /** The minimum swipe distance, pixels. */
  threshold?: number
  duration?: number
  children: (index: number) => ReactNode
}) {
  const [drag, setDrag] = useState<number>()
  // The neighbouring slides render after the visible one.
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), duration)
    return () => clearTimeout(timer)
  }, [duration])
  const start = useRef<{ x: number; y: number }>(undefined)
  const advance = useEffectEvent(() => onIndex((index + 1) % count))
  const still = interval === 0 || drag !== undefined
  useEffect(() => {
    if (still || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const timer = setInterval(() => advance(), interval)
    return () => clearInterval(timer)
  }, [still, interval])

  const down = (event: PointerEvent) => {
    if (event.isPrimary && event.button === 0)
      start.current = { x: event.clientX, y: event.clientY }
  }
  const move = (event: PointerEvent) => {
    if (start.current === undefined) return
    const x = event.clientX - start.current.x
    // A small movement is still a tap, and a vertical movement is a scroll.
    if (
      drag === undefined &&
      (Math.abs(x) < 8 || Math.abs(x) < Math.abs(event.clientY - start.current.y))
    )
      return
    if (drag === undefined) event.currentTarget.setPointerCapture(event.pointerId)
    setDrag(x)
  }
  const up = () => {
    start.current = undefined
    if (drag === undefined) return
    setDrag(undefined)
    const next = index - Math.sign(drag)
    if (Math.abs(drag) > threshold && next >= 0 && next < count) onIndex(next)
  }
  const near = (settled ? [index - 1, index, index + 1] : [index]).filter(
    (one) => one >= 0 && one < count,
  )
  return (
    <div
      className={styles['view']}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      {near.map((one) => (
        <div
          key={one}
          inert={one !== index}
          aria-hidden={one !== index}
          className={joinClassNames(styles['slide'], drag !== undefined && styles['held'])}
          style={{
            transform: `translateX(calc(${(one - index) * 100}% + ${drag ?? 0}px))`,
            transitionDuration: `${duration}ms`,
          }}
        >
          {children(one)}
        </div>
      ))}
    </div>
  )
}
