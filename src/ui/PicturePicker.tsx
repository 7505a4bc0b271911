import { Camera } from 'lucide'
import { type ChangeEvent, type Ref, useId, useRef } from 'react'
import { BlobImage } from './BlobImage.tsx'
import { Icon } from './Icon.tsx'
import { useReportInvalidField } from './invalid-fields.tsx'
import { PhotoPlaceholder, PhotoFrame } from './PhotoFrame.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './PicturePicker.module.css'
import hidden from './VisuallyHidden.module.css'

/** The texts of the picker. */
export interface PicturePickerTexts {
  readonly photo: string
  readonly choose: string
  readonly chooseAgain: string
  readonly noneYet: string
  readonly chosen: string
  readonly preparing: string
  readonly size: (width: number, height: number, kb: number) => string
}

/** The picture exactly as it will be sent, with a button to choose it (PHO-03, PHO-04). */
export function PicturePicker({
  texts,
  label,
  wide = false,
  image,
  preparing,
  locked = false,
  error,
  onFile,
  onPick,
  ref,
}: {
  texts: PicturePickerTexts
  /** The name of the picture on a page with several. */
  label?: string
  /** Landscape format for a document; otherwise portrait. */
  wide?: boolean
  image: { readonly blob: Blob; readonly width: number; readonly height: number } | undefined
  preparing: boolean
  /** The picture is being sent and cannot be changed. */
  locked?: boolean
  error?: string | undefined
  onFile: (file: File) => void
  /**
   * Picks a picture without the page's own file input; returns false if this is not possible, and
   * the file input is then used.
   */
  onPick: () => boolean
  /** The button, which receives the focus when no picture was chosen. */
  ref?: Ref<HTMLButtonElement>
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useReportInvalidField(id, label ?? texts.photo, error)
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The value is cleared, so that the user can choose the same file again after a refusal.
    event.target.value = ''
    if (file !== undefined) onFile(file)
  }
  const todo = image ? texts.chooseAgain : texts.choose
  return (
    <div
      className={styles['picker']}
      role={label === undefined ? undefined : 'group'}
      aria-label={label}
    >
      {label !== undefined && (
        <p aria-hidden className={styles['label']}>
          {label}
        </p>
      )}
      <PhotoFrame wide={wide} busy={preparing}>
        {image && <BlobImage blob={image.blob} alt={texts.chosen} />}
        {!image && (
          <PhotoPlaceholder>
            <Icon of={Camera} />
            <span>{texts.noneYet}</span>
          </PhotoPlaceholder>
        )}
      </PhotoFrame>
      <output className={styles['size']}>
        {preparing && (
          <>
            <Spinner />
            {texts.preparing}
          </>
        )}
        {!preparing &&
          image &&
          texts.size(image.width, image.height, Math.ceil(image.blob.size / 1000))}
      </output>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {!locked && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label={label === undefined ? texts.photo : `${texts.photo} ${label}`}
            tabIndex={-1}
            onChange={chosen}
            className={hidden['hidden']}
          />
          <button
            ref={ref}
            id={id}
            type="button"
            aria-label={label === undefined ? undefined : `${todo} ${label}`}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className={styles['choose']}
            onClick={() => {
              if (!onPick()) input.current?.click()
            }}
          >
            {todo}
          </button>
        </>
      )}
    </div>
  )
}
