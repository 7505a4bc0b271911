import { Camera } from 'lucide'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { supportTexts } from '#i18n/support'
import styles from './support.module.css'

/** A tile for adding a picture. `onReady` receives the picture when it is ready to be sent. */
export function AddPictureTile({
  onReady,
  onProblem,
}: {
  onReady: (picture: PreparedImage) => void
  onProblem: (problem: string | undefined) => void
}) {
  const texts = useTexts(supportTexts)
  const photo = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const input = useRef<HTMLInputElement>(null)
  const { image, problem, preparing, loadImage, pick, alertText, closeAlert } = useImagePicker()
  const hand = useEffectEvent(onReady)
  const complain = useEffectEvent(onProblem)
  useEffect(() => {
    if (image !== undefined) hand(image)
  }, [image])
  useEffect(() => complain(problem), [problem])
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={texts.pictures}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The value is cleared, so that the user can choose the same file again after a refusal.
          target.value = ''
          if (file !== undefined) void loadImage(file)
        }}
      />
      <button
        type="button"
        className={styles['add']}
        onClick={() => {
          if (!pick()) input.current?.click()
        }}
      >
        {preparing ? <Spinner /> : <Icon of={Camera} />}
        <span>{preparing ? photo.preparing : texts.addPicture}</span>
      </button>
      <MessageBox text={alertText} title={common.boxTitle} ok={photo.ok} onClose={closeAlert} />
    </>
  )
}
