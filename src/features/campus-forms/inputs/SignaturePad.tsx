import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { campusFormTexts } from '#i18n/campus-forms'
import { useFormScope } from '../form-state.ts'
import { useFileBlob } from './useFileBlob.ts'
import styles from '../campus-forms.module.css'

/** The size of the picture of a signature, in pixels; the frame on the page has its proportions. */
const WIDTH = 900
const HEIGHT = 360
/** The shortest line that is a signature, in pixels of the picture: a touch is none. */
const SHORTEST = 90
/** The pause after which a drawn signature is stored, ms: a name is drawn in several strokes. */
const PAUSE_MS = 600

/**
 * A signature, drawn with a finger, a pen or a mouse. Somebody who cannot draw makes it from the
 * typed name. `onDrawn` receives the picture, or undefined if the signature was removed.
 */
export function SignaturePad({
  drawing,
  typed,
  onDrawn,
}: {
  /** The id of the stored signature; '' for none. */
  drawing: string
  typed: string
  onDrawn: (picture: Blob | undefined) => Promise<unknown>
}) {
  const texts = useTexts(campusFormTexts)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { hold } = useFormScope()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A submission waits for the signature from its first stroke until it is stored.
  const release = useRef<() => void>(undefined)
  const pen = useRef<{ x: number; y: number }>(undefined)
  // The length of the strokes since the paper was empty.
  const length = useRef(0)
  const [hasFailed, setFailed] = useState(false)
  const stored = useFileBlob(drawing)
  // The strokes of this visit stay visible until the student signs again.
  const [isDrawing, setDrawing] = useState(false)
  const stop = () => {
    clearTimeout(timer.current)
    release.current?.()
    release.current = undefined
  }
  useEffect(() => stop, [])
  const keep = () => {
    // A stroke that follows holds submissions back itself.
    const goOn = release.current
    release.current = undefined
    const store = async (picture: Blob | null) => {
      try {
        if (picture !== null) setFailed((await onDrawn(picture)) === false)
      } finally {
        goOn?.()
      }
    }
    canvas.current?.toBlob((picture) => void store(picture), 'image/png')
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.preventDefault()
    clearTimeout(timer.current)
    release.current ??= hold.begin()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    if (!isDrawing) {
      paper(canvas.current)
      length.current = 0
    }
    setDrawing(true)
    pen.current = pointOf(event)
    stroke(canvas.current, pen.current, pen.current)
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (pen.current === undefined) return
    const next = pointOf(event)
    stroke(canvas.current, pen.current, next)
    length.current += Math.hypot(next.x - pen.current.x, next.y - pen.current.y)
    pen.current = next
  }
  const end = () => {
    if (pen.current === undefined) return
    pen.current = undefined
    if (length.current < SHORTEST) stop()
    else timer.current = setTimeout(keep, PAUSE_MS)
  }
  const clear = () => {
    stop()
    paper(canvas.current)
    setDrawing(false)
    setFailed(false)
    void onDrawn(undefined)
  }
  const write = () => {
    setDrawing(true)
    writeName(canvas.current, typed.trim())
    release.current ??= hold.begin()
    keep()
  }
  const isShown = drawing !== '' && !isDrawing
  return (
    <div role="group" aria-label={texts.draw} className={styles['signature']}>
      <p className={styles['hint']}>{drawing === '' ? texts.drawHint : texts.drawn}</p>
      <div className={styles['paper']}>
        {isShown && stored !== undefined && <BlobImage blob={stored} alt={texts.draw} />}
        <canvas
          ref={canvas}
          width={WIDTH}
          height={HEIGHT}
          hidden={isShown}
          aria-label={texts.draw}
          role="img"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </div>
      {hasFailed && (
        <p role="alert" className={styles['error']}>
          {texts.fileFailed}
        </p>
      )}
      <div className={styles['padActions']}>
        {drawing === '' && !isDrawing ? (
          <TextButton off={typed.trim() === ''} onClick={write}>
            {texts.drawInstead}
          </TextButton>
        ) : (
          <TextButton onClick={clear}>{texts.drawAgain}</TextButton>
        )}
      </div>
    </div>
  )
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return {
    x: ((clientX - left) / (width || 1)) * WIDTH,
    y: ((clientY - top) / (height || 1)) * HEIGHT,
  }
}

// The picture is ink on white in both themes, because the university prints it.
function paper(canvas: HTMLCanvasElement | null) {
  const brush = canvas?.getContext('2d')
  if (!brush) return undefined
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  brush.fillStyle = '#111'
  brush.strokeStyle = '#111'
  return brush
}

function stroke(
  canvas: HTMLCanvasElement | null,
  from: { x: number; y: number },
  to: { x: number; y: number },
) {
  const brush = canvas?.getContext('2d')
  if (!brush) return
  brush.lineWidth = 7
  brush.lineCap = 'round'
  brush.strokeStyle = '#111'
  brush.beginPath()
  brush.moveTo(from.x, from.y)
  brush.lineTo(to.x, to.y)
  brush.stroke()
}

function writeName(canvas: HTMLCanvasElement | null, name: string) {
  const brush = paper(canvas)
  if (brush === undefined) return
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  for (let size = 160; size >= 24; size -= 8) {
    brush.font = `${size}px "Kaiti SC", KaiTi, STKaiti, cursive`
    if (brush.measureText(name).width <= WIDTH * 0.9) break
  }
  brush.fillText(name, WIDTH / 2, HEIGHT / 2)
}
