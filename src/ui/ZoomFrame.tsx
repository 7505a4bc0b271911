import { Dialog as Base } from '@base-ui/react/dialog'
import { Minus, Plus, RotateCw, X } from 'lucide'
import { useRef } from 'react'
import { BlobImage } from './BlobImage.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import { Icon } from './Icon.tsx'
import { type PictureRotation, RotatedPicture } from './RotatedPicture.tsx'
import { useZoom } from './useZoom.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './ZoomFrame.module.css'

/** The texts of the zoom view. */
export interface ZoomTexts {
  readonly larger: string
  readonly smaller: string
  /** The label of the button that shows the whole picture. */
  readonly whole: string
  readonly close: string
}

/** A full-screen picture that can be zoomed and panned. */
export function ZoomFrame({
  open,
  blob,
  alt,
  texts,
  rotation,
  onClose,
}: {
  open: boolean
  blob: Blob
  alt: string
  texts: ZoomTexts
  rotation?: PictureRotation | undefined
  onClose: () => void
}) {
  useCloseOnBack(open, onClose)
  const { view, handlers, larger, smaller, whole } = useZoom()
  const size = `${Math.round(view.scale * 100)}%`
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Popup className={styles['zoom']} initialFocus={stage}>
          <Base.Title>
            <VisuallyHidden>{alt}</VisuallyHidden>
          </Base.Title>
          <div
            ref={stage}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys push the picture about
            tabIndex={0}
            role="group"
            aria-label={alt}
            className={styles['stage']}
            {...handlers}
          >
            <div
              className={styles['moved']}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            >
              <RotatedPicture rotation={rotation}>
                <BlobImage blob={blob} alt={alt} className={styles['image']} />
              </RotatedPicture>
            </div>
          </div>
          <div className={styles['tools']}>
            <button type="button" aria-label={texts.smaller} onClick={smaller}>
              <Icon of={Minus} />
            </button>
            <button type="button" aria-label={`${size} ${texts.whole}`} onClick={whole}>
              {size}
            </button>
            <button type="button" aria-label={texts.larger} onClick={larger}>
              <Icon of={Plus} />
            </button>
            {rotation && (
              <button type="button" aria-label={rotation.label} onClick={rotation.onTurn}>
                <Icon of={RotateCw} />
              </button>
            )}
            <Base.Close aria-label={texts.close}>
              <Icon of={X} />
            </Base.Close>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
