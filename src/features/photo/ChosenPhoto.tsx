import Camera from 'lucide-react/icons/camera'
import { type ChangeEvent, type Ref, useRef } from 'react'
import { hasPictureBridge } from '#app/host/pick.ts'
import type { ReadyImage } from '#app/lib/images.ts'
import { useWords } from '#app/lib/language.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { photoWords } from '#words/photo'
import styles from './photo.module.css'

/** The picture that will be sent, just as it will be, and the way to choose it (PHO-03, PHO-04). */
export function ChosenPhoto({
  image,
  preparing,
  locked,
  onFile,
  onPick,
  ref,
}: {
  image: ReadyImage | undefined
  preparing: boolean
  /** It is on its way and cannot be changed. */
  locked: boolean
  onFile: (file: File) => void
  /** Pick through the messaging app. */
  onPick: () => void
  /** The button, for the focus when no picture was chosen. */
  ref: Ref<HTMLButtonElement>
}) {
  const words = useWords(photoWords)
  const input = useRef<HTMLInputElement>(null)
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same picture can be chosen again after it was refused.
    event.target.value = ''
    if (file !== undefined) onFile(file)
  }
  return (
    <>
      <div className={styles['frame']} aria-busy={preparing}>
        {image && <BlobImage blob={image.blob} alt={words.chosen} className={styles['image']} />}
        {!image && (
          <div className={styles['none']}>
            <Camera aria-hidden />
            <span>{words.noneYet}</span>
          </div>
        )}
      </div>
      <output className={styles['size']}>
        {preparing && (
          <>
            <Spinner />
            {words.preparing}
          </>
        )}
        {!preparing && image && words.size(image.width, image.height, Math.ceil(image.blob.size / 1000))}
      </output>
      {!locked && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label={words.photo}
            tabIndex={-1}
            className={styles['hidden']}
            onChange={chosen}
          />
          <button
            ref={ref}
            type="button"
            className={styles['choose']}
            onClick={() => (hasPictureBridge() ? onPick() : input.current?.click())}
          >
            {image ? words.chooseAgain : words.choose}
          </button>
        </>
      )}
    </>
  )
}
