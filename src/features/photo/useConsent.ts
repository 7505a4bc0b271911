import { useQueryClient } from '@tanstack/react-query'
import { ownQuery } from '#app/features/profile/face.ts'
import { liveQuery, useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { photo } from '#contract/photo'

const consentRead = { name: 'photo-consent', entry: photo.consent, input: {} }

/** Where the answer about the consent is kept while the page is open. */
export const consentKey = () => liveQuery(consentRead).queryKey

/** Has the student agreed to a photo, and the ways to agree and to take it back. */
export function useConsent() {
  const client = useQueryClient()
  const { data, retry } = useLiveRead(consentRead)
  const { send, busy, problem } = useLive()
  const change = async (call: typeof photo.agree | typeof photo.takeBack) => {
    const outcome = await send(call, {})
    if (outcome?.type !== 'ok') return false
    retry()
    await client.invalidateQueries({ queryKey: ownQuery().queryKey })
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
