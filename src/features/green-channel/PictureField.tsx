import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent } from 'react'
import type { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { PicturePicker } from '#app/ui/PicturePicker.tsx'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'

/**
 * A picture of a document that an application needs. To correct a rejected application, the field
 * starts with the picture of that application.
 */
export function PictureField({
  label,
  chosen,
  before = '',
  error,
  locked,
  ref,
}: {
  label: string
  chosen: ReturnType<typeof useImagePicker>
  /** The key of the picture that was sent earlier. */
  before?: string | undefined
  error?: string | undefined
  locked: boolean
  ref: Ref<HTMLButtonElement>
}) {
  const texts = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const { data } = useQuery(imageQuery(before))
  const begin = useEffectEvent((picture: Blob) => {
    if (chosen.image === undefined) void chosen.loadImage(picture)
  })
  useEffect(() => {
    if (data !== undefined) begin(data)
  }, [data])
  return (
    <>
      <PicturePicker
        ref={ref}
        texts={texts}
        label={label}
        wide
        image={chosen.image}
        preparing={chosen.preparing}
        locked={locked}
        error={chosen.problem ?? error}
        onFile={(file) => void chosen.loadImage(file)}
        onPick={chosen.pick}
      />
      <MessageBox
        text={chosen.alertText}
        title={common.boxTitle}
        ok={texts.ok}
        onClose={chosen.closeAlert}
      />
    </>
  )
}
