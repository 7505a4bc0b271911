import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { photoTexts } from '#i18n/photo'
import { hasMessagingBridge } from './bridge.ts'
import { pickPicture } from './pick-picture.ts'

/**
 * Picks a picture through the messaging app or with the page's own input, and prepares it for
 * sending. `before`: the picture that was prepared on an earlier visit.
 */
export function useImagePicker(before?: PreparedImage) {
  const texts = useTexts(photoTexts)
  const [image, setImage] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const [alertText, setAlertText] = useState<string>()

  const loadImage = async (picture: Blob) => {
    setProblem(undefined)
    setPreparing(true)
    // The code is loaded only when a picture is picked.
    const prepared = await import('#app/lib/pictures/prepare-image.ts').then(
      ({ prepareImage }) => prepareImage(picture),
      () => ({ type: 'broken' as const }),
    )
    setPreparing(false)
    if (prepared.type === 'ready') setImage(prepared.image)
    else
      setProblem(
        { broken: texts.broken, cut: texts.cut, heic: texts.heic, 'too-small': texts.tooSmall }[
          prepared.type
        ],
      )
  }
  /**
   * Prepares the picture for the current network. The picture that is sent is also the one that is
   * shown.
   */
  const prepareForSending = async (): Promise<PreparedImage | undefined> => {
    if (image === undefined) return undefined
    const { shrinkImageForWeakNetwork } = await import('#app/lib/pictures/prepare-image.ts')
    const going = await shrinkImageForWeakNetwork(image)
    setImage(going)
    return going
  }
  const pick = async () => {
    setProblem(undefined)
    const picked = await pickPicture()
    if (picked.type === 'picked') await loadImage(picked.picture)
    if (picked.type === 'unsupported') setAlertText(texts.pickUnsupported)
    if (picked.type === 'failed') setAlertText(texts.pickFailed)
  }
  return {
    image,
    preparing,
    problem,
    setProblem,
    loadImage,
    prepareForSending,
    /**
     * Picks a picture through the messaging app. Returns false if this is not possible here; the
     * caller then uses the page's own input.
     */
    pick: (): boolean => {
      if (!hasMessagingBridge()) return false
      void pick()
      return true
    },
    /**
     * The message that the messaging app cannot pick a picture; shown as an alert (PHO-10, PHO-11).
     */
    alertText,
    closeAlert: () => setAlertText(undefined),
  }
}
