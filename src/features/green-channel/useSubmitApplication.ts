import { useState } from 'react'
import type { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useImageUpload } from '#app/lib/pictures/image-upload.ts'
import { showToast } from '#app/ui/toast.ts'
import type { OnlineWrite } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'
import { photoTexts } from '#i18n/photo'
import { type ApplicationRefusal, describeRefusal } from './refusal.ts'

/** Sends an application with its pictures: online-only, with upload progress (GRN-47). */
export function useSubmitApplication<I>({
  entry,
  failed,
  invalidate,
}: {
  entry: OnlineWrite<I, object>
  /** The title of a refusal. */
  failed: string
  /**
   * Reads the current state. It is also called after a request without a response, because the
   * university might have received the application.
   */
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(photoTexts)
  const say = useTexts(formTexts)
  const common = useTexts(commonTexts)
  const green = useTexts(greenChannelTexts)
  const live = useImageUpload()
  const [refusal, setRefusal] = useState<ApplicationRefusal>()
  const { part } = live

  /** Sends the application. Resolves to true if the university has received it. */
  const send = async (input: Promise<I>): Promise<boolean> => {
    setRefusal(undefined)
    const outcome = await live.send(entry, input, invalidate)
    if (outcome === undefined) return false
    if (outcome.type === 'ok') showToast(green.submitted)
    else setRefusal(describeRefusal(outcome, failed))
    return outcome.type === 'ok'
  }
  let label: string = say.submit
  if (part !== undefined) label = part < 1 ? texts.sending(Math.floor(part * 100)) : texts.checking
  return {
    send,
    part,
    label,
    refusal,
    /** Shows an error and returns true while offline; called before validation. */
    refuseOffline: (): boolean => {
      setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
      return live.offline
    },
  }
}

/** Encodes a chosen picture as the API expects it (D-73). */
export async function encodePicture({
  prepareForSending,
}: Pick<ReturnType<typeof useImagePicker>, 'prepareForSending'>): Promise<string> {
  const [{ encodeBlobAsBase64 }, image] = await Promise.all([
    import('#app/lib/pictures/prepare-image.ts'),
    prepareForSending(),
  ])
  return image === undefined ? '' : encodeBlobAsBase64(image.blob)
}
