import { CameraOff, Flashlight } from 'lucide'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'
import { useCamera } from './camera.ts'
import { hasTorch, setTorch } from './result-signals.ts'
import styles from '../checkin.module.css'

/**
 * The picture of the back camera with a frame for aiming. Without a camera it shows a message, and
 * the supervisor can still type a number.
 */
export function CameraView({
  active,
  onText,
}: {
  active: boolean
  onText: (text: string) => void
}) {
  const texts = useTexts(scannerTexts)
  const { video, state, track, retry } = useCamera({ active, onText })
  const [lit, light] = useState(false)
  if (state === 'none')
    return (
      <EmptyState
        icon={<Icon of={CameraOff} />}
        title={texts.noCamera}
        text={texts.noCameraText}
        action={
          <Button tone="second" onClick={retry}>
            {texts.tryCamera}
          </Button>
        }
      />
    )
  return (
    <div className={styles['camera']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
      <video ref={video} muted playsInline aria-label={texts.camera} />
      <p className={styles['aim']} aria-live="polite">
        {state === 'starting' ? texts.starting : texts.aim}
      </p>
      {track !== undefined && hasTorch(track) && (
        <button
          type="button"
          className={styles['light']}
          aria-pressed={lit}
          aria-label={texts.light}
          onClick={() => {
            void setTorch(track, !lit)
            light(!lit)
          }}
        >
          <Icon of={Flashlight} />
        </button>
      )}
    </div>
  )
}
