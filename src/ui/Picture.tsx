import { Maximize2 } from 'lucide'
import { useState } from 'react'
import { BlobImage } from './BlobImage.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { TextButton } from './TextButton.tsx'
import { type Turn, Turned } from './Turned.tsx'
import { Zoom } from './Zoom.tsx'
import type { ZoomWords } from './ZoomFrame.tsx'
import styles from './Picture.module.css'

/** What a stored picture says. */
export interface PictureWords extends ZoomWords {
  readonly loading: string
  readonly failed: string
  readonly retry: string
  readonly none: string
  /** What a tap on it does. */
  readonly zoom: (name: string) => string
}

/** A picture that the university has, with its name; a tap shows it over the whole screen. */
export function Picture({
  name,
  blob,
  state,
  words,
  turn,
  onRetry,
}: {
  name: string
  blob: Blob | undefined
  state: 'none' | 'loading' | 'failed' | 'here'
  words: PictureWords
  /** How it is turned, where it can be. */
  turn?: Turn
  onRetry: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className={styles['picture']}>
      <div className={styles['frame']}>
        {state === 'none' && <span>{words.none}</span>}
        {state === 'loading' && (
          <output aria-label={words.loading}>
            <Spinner />
          </output>
        )}
        {state === 'failed' && (
          <div role="alert" className={styles['failed']}>
            <span>{words.failed}</span>
            <TextButton label={`${words.retry} ${name}`} onClick={onRetry}>
              {words.retry}
            </TextButton>
          </div>
        )}
        {blob && (
          <button
            type="button"
            aria-label={words.zoom(name)}
            className={styles['open']}
            onClick={() => setOpen(true)}
          >
            <Turned turn={turn}>
              <BlobImage blob={blob} alt={name} className={styles['image']} />
            </Turned>
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
          words={words}
          turn={turn}
          onClose={() => setOpen(false)}
        />
      )}
    </figure>
  )
}
