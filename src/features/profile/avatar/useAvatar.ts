import { useEffect, useState } from 'react'
import { hasMessagingBridge } from '#app/host/bridge.ts'
import { pickPicture } from '#app/host/pick-picture.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { isTruncatedJpeg, detectImageDefect } from '#app/lib/pictures/image-defect.ts'
import { uploadFile } from '#app/lib/pictures/upload-with-progress.ts'
import { storeAvatarUrl } from '#app/lib/session/session.ts'
import { profile } from '#contract/profile'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { profileTexts } from '#i18n/profile'
import { centerCrop, type Crop, renderCrop } from './crop.ts'

// One of the extension and the type has to fit, because some phones give picture files a name
// without the extension of their type.
const ENDINGS = /\.(gif|jpe?g|png|bmp)$/i
const KINDS = /^image\/(gif|jpe?g|png|bmp)$/i
const NOWHERE: Crop = { scale: 1, x: 0, y: 0 }

interface Chosen {
  readonly address: string
  readonly picture: HTMLImageElement
}

/** Chooses a picture and uploads the cropped part (PRO-10, PRO-11, PRO-13). */
export function useAvatar() {
  const texts = useTexts(profileTexts)
  const photo = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState(NOWHERE)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [alertText, setAlertText] = useState<string>()
  useEffect(() => {
    if (chosen === undefined) return undefined
    return () => URL.revokeObjectURL(chosen.address)
  }, [chosen])

  const loadImage = async (file: Blob) => {
    setProblem(undefined)
    const address = URL.createObjectURL(file)
    const picture = new Image()
    picture.src = address
    try {
      await picture.decode()
      if (await isTruncatedJpeg(file)) throw new Error('cut')
    } catch {
      URL.revokeObjectURL(address)
      const imageDefect = await detectImageDefect(file).catch(() => 'broken' as const)
      return setProblem(
        { broken: texts.pictureBroken, cut: photo.cut, heic: photo.heic }[imageDefect],
      )
    }
    setCrop(centerCrop(picture))
    return setChosen({ address, picture })
  }
  const pick = async () => {
    const picked = await pickPicture()
    if (picked.type === 'picked') await loadImage(picked.picture)
    if (picked.type === 'unsupported') setAlertText(photo.pickUnsupported)
    if (picked.type === 'failed') setAlertText(photo.pickFailed)
  }
  /** Uploads the picture. Resolves to true when the campus has received it. */
  const send = async (): Promise<boolean> => {
    if (chosen === undefined) return false
    if (offline) {
      setProblem(common.offlineOnly)
      return false
    }
    setProblem(undefined)
    setBusy(true)
    const blob = await renderCrop(chosen.picture, crop)
    const outcome =
      blob &&
      (await uploadFile(profile.avatar, new File([blob], 'avatar.png', { type: 'image/png' })))
    setBusy(false)
    if (outcome?.type === 'ok') storeAvatarUrl(outcome.data.addresses[0] ?? '')
    else setProblem(outcome ? describeCallOutcome(outcome) : texts.pictureBroken)
    return outcome?.type === 'ok'
  }
  return {
    chosen,
    crop,
    setCrop,
    busy,
    problem,
    loadImage: (file: File) => {
      if (ENDINGS.test(file.name) || KINDS.test(file.type)) void loadImage(file)
      else setAlertText(texts.pictureType)
    },
    /**
     * Picks a picture through the messaging app. Returns false if this is not possible; the caller
     * then uses the page's own file input.
     */
    pick: (): boolean => {
      if (hasMessagingBridge()) void pick()
      return hasMessagingBridge()
    },
    send,
    /** The text of an alert. */
    alertText,
    closeAlert: () => setAlertText(undefined),
  }
}
