import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The state of the camera. */
export type CameraState = 'starting' | 'running' | 'none'

// The side of the searched square, pixels: large enough for a version 10 code at arm's length, and
// small enough for a slow phone.
const SIDE = 480
const FIRST_LOOK_MS = 60

/**
 * Shows the back camera in the video that receives the ref, and searches its frames for codes while
 * `active` is true. Each decoded text is passed to `onText`.
 */
export function useCamera({ active, onText }: { active: boolean; onText: (text: string) => void }) {
  const [turn, again] = useState(0)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const read = useEffectEvent(onText)
  useEffect(() => {
    let gone = false
    let stream: MediaStream | undefined
    const open = async () => {
      try {
        const constraints = {
          facingMode: 'environment',
          width: { ideal: 1280 },
          height: { ideal: 720 },
        }
        stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false })
        if (gone || video.current === null) return stop(stream)
        video.current.srcObject = stream
        await video.current.play()
        const [eye] = stream.getVideoTracks()
        // Another app has taken the camera, or it was disconnected.
        eye?.addEventListener('ended', () => gone || setState('none'))
        setTrack(eye)
        setState('running')
      } catch {
        if (!gone) setState('none')
      }
    }
    void open()
    return () => {
      gone = true
      if (stream !== undefined) stop(stream)
    }
  }, [turn])

  const looking = active && state === 'running'
  useEffect(() => {
    if (!looking) return undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const canvas = document.createElement('canvas')
    const look = async (decode: (frame: ImageData) => Promise<string | undefined>) => {
      const frame = video.current === null ? undefined : middleOf(video.current, canvas)
      const text = frame && (await decode(frame))
      if (gone) return
      if (text !== undefined && text !== '') read(text)
      timer = setTimeout(() => void look(decode), FIRST_LOOK_MS)
    }
    // The decoder loads while the camera opens.
    void import('./decode.ts').then(
      async ({ openQrFrameDecoder }) => gone || look(await openQrFrameDecoder()),
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [looking])

  const retry = () => {
    setState('starting')
    again(turn + 1)
  }
  return { video, state, track, retry }
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

// Returns the central square, which the frame on the screen shows.
function middleOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(width, height)
  if (side === 0) return undefined
  canvas.width = canvas.height = Math.min(SIDE, side)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen?.drawImage(
    video,
    (width - side) / 2,
    (height - side) / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  )
  return pen?.getImageData(0, 0, canvas.width, canvas.height)
}
