import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useImageUpload } from '#app/lib/pictures/image-upload.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { showToast } from '#app/ui/toast.ts'
import { photo } from '#contract/photo'
import { photoTexts } from '#i18n/photo'
import { photoConsentKey } from './usePhotoConsent.ts'

/** Uploads the photo, online-only, with progress (PHO-12, OFF-25). */
export function usePhotoUpload() {
  const texts = useTexts(photoTexts)
  const client = useQueryClient()
  const live = useImageUpload()
  const [delivered, setDelivered] = useState(false)

  const send = async (image: Promise<PreparedImage | undefined>) => {
    // The consent is read again too. If the student has withdrawn it on another phone, it has to be
    // given again before an upload.
    const outcome = await live.send(photo.upload, inputOf(image), () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownRecordQuery().queryKey }),
        client.invalidateQueries({ queryKey: photoConsentKey() }),
      ]),
    )
    if (outcome?.type !== 'ok') return
    setDelivered(true)
    showToast(texts.uploaded)
  }
  return { ...live, send, delivered }
}

async function inputOf(image: Promise<PreparedImage | undefined>) {
  const [{ encodeBlobAsBase64 }, chosen] = await Promise.all([
    import('#app/lib/pictures/prepare-image.ts'),
    image,
  ])
  return {
    student: currentSession()?.subject ?? '',
    image: chosen === undefined ? '' : await encodeBlobAsBase64(chosen.blob),
  }
}
