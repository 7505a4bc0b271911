import { useQueryClient } from '@tanstack/react-query'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { onlineQuery, useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { photo } from '#contract/photo'

const consentRead = { name: 'photo-consent', entry: photo.consent, input: {} }

/** Where the answer about the consent is kept while the page is open. */
export const consentKey = () => onlineQuery(consentRead).queryKey

/** Has the student agreed to a photo, and the ways to agree and to take it back. */
export function useConsent() {
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
