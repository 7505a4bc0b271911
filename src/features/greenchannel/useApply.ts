import { useState } from 'react'
import type { useChosen } from '#app/host/chosen.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLiveUpload } from '#app/lib/pictures/live-upload.ts'
import { toast } from '#app/ui/toast.ts'
import type { LiveWrite } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'
import { photoTexts } from '#i18n/photo'
import { type Refusal, refusalOf } from './refusal.ts'

/**
 * Sending an application with its pictures: now or not at all, with the part that has left the
 * phone (GRN-47).
 */
export function useApply<I>({
  entry,
  failed,
  invalidate,
}: {
  entry: LiveWrite<I, object>
  /** What a refusal is called. */
  failed: string
  /** Reads what stands now; also after silence, since the application may have arrived. */
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(photoTexts)
  const say = useTexts(formTexts)
  const common = useTexts(commonTexts)
  const green = useTexts(greenChannelTexts)
  const live = useLiveUpload()
  const [refusal, setRefusal] = useState<Refusal>()
  const { part } = live

  /** Answers whether the university has it. */
  const send = async (input: Promise<I>): Promise<boolean> => {
    setRefusal(undefined)
    const outcome = await live.send(entry, input, invalidate)
    if (outcome === undefined) return false
    if (outcome.type === 'ok') toast(green.submitted)
    else setRefusal(refusalOf(outcome, failed))
    return outcome.type === 'ok'
  }
  let label: string = say.submit
  if (part !== undefined) label = part < 1 ? texts.sending(Math.floor(part * 100)) : texts.checking
  return {
    send,
    part,
    label,
    refusal,
    /**
     * There is no network: said at once, before anything is looked at. Answers whether it is so.
     */
    refuseOffline: (): boolean => {
      setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
      return live.offline
    },
  }
}

/** A chosen picture as the calls carry it (D-73). */
export async function carried({
  forTheWay,
}: Pick<ReturnType<typeof useChosen>, 'forTheWay'>): Promise<string> {
  const [{ base64Of }, image] = await Promise.all([
    import('#app/lib/pictures/images.ts'),
    forTheWay(),
  ])
  return image === undefined ? '' : base64Of(image.blob)
}
