import { Maximize2 } from 'lucide'
import { useState } from 'react'
import { BlobImage } from './BlobImage.tsx'
import { Icon } from './Icon.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { type PictureRotation, RotatedPicture } from './RotatedPicture.tsx'
import { Spinner } from './Spinner.tsx'
import { TextButton } from './TextButton.tsx'
import type { ZoomTexts } from './ZoomFrame.tsx'
import styles from './Picture.module.css'

/** The texts of a stored picture. */
export interface PictureTexts extends ZoomTexts {
  readonly loading: string
  readonly failed: string
  readonly retry: string
  readonly none: string
  /** The label of the button that enlarges the picture. */
  readonly zoom: (name: string) => string
}

/** A picture stored at the university, with its name; a tap shows it in full screen. */
export function Picture({
  name,
  blob,
  state,
  texts,
  rotation,
  onRetry,
}: {
  name: string
  blob: Blob | undefined
  state: 'none' | 'loading' | 'failed' | 'here'
  texts: PictureTexts
  /** The rotation, if the picture can be rotated. */
  rotation?: PictureRotation
  onRetry: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className={styles['picture']}>
      <div className={styles['frame']}>
        {state === 'none' && <span>{texts.none}</span>}
        {state === 'loading' && (
          <output aria-label={texts.loading}>
            <Spinner />
          </output>
        )}
        {state === 'failed' && (
          <div role="alert" className={styles['failed']}>
            <span>{texts.failed}</span>
            <TextButton label={`${texts.retry} ${name}`} onClick={onRetry}>
              {texts.retry}
            </TextButton>
          </div>
        )}
        {blob && (
          <button
            type="button"
            aria-label={texts.zoom(name)}
            className={styles['open']}
            onClick={() => setOpen(true)}
          >
            <RotatedPicture rotation={rotation}>
              <BlobImage blob={blob} alt={name} className={styles['image']} />
            </RotatedPicture>
            <Icon of={Maximize2} />
          </button>
        )}
      </div>
      <figcaption>{name}</figcaption>
      {blob && (
        <Zoom
          open={isOpen}
          blob={blob}
          alt={name}
          texts={texts}
          rotation={rotation}
          onClose={() => setOpen(false)}
        />
      )}
    </figure>
  )
}

/** A full-screen picture (ZoomFrame.tsx). */
const Zoom = lazyComponent(async () => (await import('./ZoomFrame.tsx')).ZoomFrame)
