import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import type { Rotation } from '#app/ui/RotatedPicture.tsx'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

// Of this visit only: nothing of an application is kept on the device.
const degreesOf = new Map<string, number>()

/** How this picture was turned in this visit, and turning it a quarter further. */
export function usePictureRotation(picture: string): Rotation {
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
