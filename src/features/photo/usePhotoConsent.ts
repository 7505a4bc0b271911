import { useQueryClient } from '@tanstack/react-query'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { onlineQuery, useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { photo } from '#contract/photo'

const consentRead = { name: 'photo-consent', entry: photo.consent, input: {} }

/** The query key of the consent, which is cached while the page is open. */
export const photoConsentKey = () => onlineQuery(consentRead).queryKey

/**
 * Returns whether the student has consented to a photo, and functions to give and withdraw consent.
 */
export function usePhotoConsent() {
  const client = useQueryClient()
  const { data, retry } = useOnlineQuery(consentRead)
  const { send, busy, problem } = useOnlineCall()
  const change = async (call: typeof photo.agree | typeof photo.takeBack) => {
    const outcome = await send(call, {})
    if (outcome?.type !== 'ok') return false
    retry()
    await client.invalidateQueries({ queryKey: ownRecordQuery().queryKey })
    return true
  }
  return {
    agreed: data !== undefined && data.agreedAt !== null,
    agree: () => change(photo.agree),
    takeBack: () => change(photo.takeBack),
    busy,
    problem,
  }
}
