import { CameraOff, Flashlight } from 'lucide'
import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { scannerWords } from '#words/checkin-scanner'
import { useCamera } from './camera.ts'
import { hasLight, setLight } from './signals.ts'
import styles from './checkin.module.css'

/**
 * What the back camera sees, with the frame to aim by; without a camera it says so, and the typed
 * number remains.
 */
export function CameraView({
  active,
  onText,
}: {
  active: boolean
  onText: (text: string) => void
}) {
  const words = useWords(scannerWords)
  const { video, state, track, retry } = useCamera({ active, onText })
  const [lit, light] = useState(false)
  if (state === 'none')
    return (
      <Empty
        icon={<Icon of={CameraOff} />}
        title={words.noCamera}
        text={words.noCameraText}
        action={
          <Button tone="second" onClick={retry}>
            {words.tryCamera}
          </Button>
        }
      />
    )
  return (
    <div className={styles['camera']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
      <video ref={video} muted playsInline aria-label={words.camera} />
      <p className={styles['aim']} aria-live="polite">
        {state === 'starting' ? words.starting : words.aim}
      </p>
      {track !== undefined && hasLight(track) && (
        <button
          type="button"
          className={styles['light']}
          aria-pressed={lit}
          aria-label={words.light}
          onClick={() => {
            void setLight(track, !lit)
            light(!lit)
          }}
        >
          <Icon of={Flashlight} />
        </button>
      )}
    </div>
  )
}
