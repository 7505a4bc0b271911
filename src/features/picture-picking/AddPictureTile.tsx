import { Camera } from 'lucide'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { FileTile } from '#app/ui/FileTile.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'

interface AddPictureTileProps {
  /** What the pictures are for. */
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement> | undefined
  /** Called when a picture is picked; the returned function is called when it is ready or not. */
  readonly hold?: () => () => void
  /** Receives a picture when it is ready to be sent. */
  readonly onReady: (picture: PreparedImage) => void
  readonly onProblem: (problem: string | undefined) => void
}

/** A tile for adding pictures, one after the other. */
export function AddPictureTile({ onReady, ...props }: AddPictureTileProps) {
  const [taken, setTaken] = useState(0)
  return (
    <OnePictureTile
      key={taken}
      {...props}
      onReady={(picture) => {
        setTaken(taken + 1)
        onReady(picture)
      }}
    />
  )
}

function OnePictureTile({ label, ref, hold, onReady, onProblem }: AddPictureTileProps) {
  const texts = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const { image, problem, preparing, loadImage, pick, alertText, closeAlert } = useImagePicker()
  useEffect(() => (preparing ? hold?.() : undefined), [preparing, hold])
  const hand = useEffectEvent(onReady)
  const complain = useEffectEvent(onProblem)
  useEffect(() => {
    if (image !== undefined) hand(image)
  }, [image])
  useEffect(() => complain(problem), [problem])
  return (
    <>
      <FileTile
        ref={ref}
        accept="image/*"
        label={`${texts.addPicture} ${label}`}
        text={preparing ? texts.preparing : texts.addPicture}
        icon={preparing ? <Spinner /> : <Icon of={Camera} />}
        pick={pick}
        onFile={(file) => void loadImage(file)}
      />
      <MessageBox text={alertText} title={common.boxTitle} ok={texts.ok} onClose={closeAlert} />
    </>
  )
}
