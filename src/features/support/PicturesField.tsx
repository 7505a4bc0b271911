import { useState } from 'react'
import { AddPictureTile } from '#app/features/picture-picking/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { MAX_COMPLAINT_PICTURES } from '#contract/support'
import { supportTexts } from '#i18n/support'
import styles from './support.module.css'

/** The pictures of a complaint, exactly as they will be sent. */
export function PicturesField({
  pictures,
  locked,
  onChange,
}: {
  pictures: readonly PreparedImage[]
  /** The pictures are being sent and cannot be changed. */
  locked: boolean
  onChange: (pictures: readonly PreparedImage[]) => void
}) {
  const texts = useTexts(supportTexts)
  const [problem, setProblem] = useState<string>()
  return (
    <Card>
      <p>
        {texts.pictures}
        <span className={styles['hint']}> {texts.picturesHint(MAX_COMPLAINT_PICTURES)}</span>
      </p>
      <div role="group" aria-label={texts.pictures} className={styles['pictures']}>
        {pictures.map((picture, at) => (
          <figure key={at} className={styles['thumb']}>
            <BlobImage blob={picture.blob} alt={texts.picture(at + 1)} />
            {!locked && (
              <TextButton
                label={`${texts.removePicture} ${texts.picture(at + 1)}`}
                onClick={() => onChange(pictures.filter((other) => other !== picture))}
              >
                {texts.removePicture}
              </TextButton>
            )}
          </figure>
        ))}
        {!locked && pictures.length < MAX_COMPLAINT_PICTURES && (
          <AddPictureTile
            label={texts.pictures}
            onReady={(picture) => onChange([...pictures, picture])}
            onProblem={setProblem}
          />
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </Card>
  )
}
