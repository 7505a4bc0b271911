import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { Card } from '#app/ui/Card.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import type { PictureRotation } from '#app/ui/RotatedPicture.tsx'
import type { GreenChannelApplication } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { pictureTexts } from '#i18n/picture'
import type { ApplicationKind } from '../kinds.ts'
import { useInView } from '../useInView.ts'
import styles from '../green-channel-review.module.css'

/** The pictures of an application, each loaded when it scrolls into view (AUD-06). */
export function ApplicationDocuments({
  kind,
  application,
}: {
  kind: ApplicationKind
  application: GreenChannelApplication
}) {
  const texts = useTexts(greenChannelReviewTexts)
  return (
    <div className={styles['papers']}>
      <Card title={texts.papers}>
        <div className={styles['pictures']}>
          {kind === 'loan' ? (
            <Paper name={texts.receiptImage} of={application.picture} />
          ) : (
            <>
              <Paper name={texts.householder} of={application.picture} />
              <Paper name={texts.own} of={application.picture2} />
            </>
          )}
        </div>
      </Card>
    </div>
  )
}

function Paper({ name, of }: { name: string; of: string }) {
  const texts = useTexts(pictureTexts)
  const [isSeen, setSeen] = useState(false)
  const rotation = usePictureRotation(of)
  const { data, error, refetch } = useQuery({ ...imageQuery(of), enabled: isSeen && of !== '' })
  const missing = error === null ? 'loading' : 'failed'
  return (
    <div ref={useInView<HTMLDivElement>(() => setSeen(true))}>
      <Picture
        name={name}
        blob={data}
        state={of === '' ? 'none' : data === undefined ? missing : 'here'}
        texts={texts}
        rotation={rotation}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

// The rotations of this visit. They are in memory only, because nothing of an application is stored
// on the device.
const degreesOf = new Map<string, number>()

/**
 * Returns the rotation of a picture in this visit, and a function that rotates it by 90 degrees.
 */
function usePictureRotation(picture: string): PictureRotation {
  const texts = useTexts(greenChannelReviewTexts)
  const [degrees, setDegrees] = useState(() => degreesOf.get(picture) ?? 0)
  return {
    degrees,
    label: texts.turn,
    onTurn: () => {
      const next = (degrees + 90) % 360
      degreesOf.set(picture, next)
      setDegrees(next)
    },
  }
}
