import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useWords } from '#app/lib/language.ts'
import { profileWords } from '#words/profile'
import { type Crop, enlarged, SIDE, smallest, within } from './crop.ts'
import styles from './profile.module.css'

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
}

/** The fixed box over a picture that is moved and enlarged under it, by finger, slider or keys (PRO-12). */
export function CropBox({
  address,
  size,
  crop,
  onCrop,
}: {
  address: string
  size: { width: number; height: number }
  crop: Crop
  onCrop: (crop: Crop) => void
}) {
  const words = useWords(profileWords)
  const from = useRef<{ x: number; y: number }>(undefined)
  const moved = (x: number, y: number) => onCrop(within({ ...crop, x: crop.x + x, y: crop.y + y }, size))
  const move = (event: PointerEvent) => {
    if (from.current === undefined) return
    moved(event.clientX - from.current.x, event.clientY - from.current.y)
    from.current = { x: event.clientX, y: event.clientY }
  }
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    moved(...step)
  }
  return (
    <div className={styles['cropper']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- fingers and arrow keys move the picture */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-label={words.crop}
        className={styles['box']}
        style={{ width: SIDE, height: SIDE }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={move}
        onPointerUp={() => (from.current = undefined)}
        onPointerCancel={() => (from.current = undefined)}
        onKeyDown={key}
      >
        <img
          src={address}
          alt=""
          draggable={false}
          style={{ width: size.width * crop.scale, transform: `translate(${crop.x}px, ${crop.y}px)` }}
        />
      </div>
      <label className={styles['slider']}>
        {words.enlarge}
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={crop.scale / smallest(size)}
          onChange={(event) => onCrop(enlarged(crop, smallest(size) * Number(event.currentTarget.value), size))}
        />
      </label>
    </div>
  )
}
