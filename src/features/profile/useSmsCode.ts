import { useEffect, useState } from 'react'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { useSession } from '#app/lib/session/session.ts'
import { profile, type SMS_CODE_PURPOSES } from '#contract/profile'

const LOOK_MS = 250

/**
 * Sends codes by SMS, at most one every `pause` seconds (XC-28). After a failure the button is
 * disabled for `resetMs`. The remaining time is computed from the clock and not by counting ticks,
 * because a phone can be asleep in between.
 */
export function useSmsCode({
  scene,
  pause,
  resetMs,
}: {
  scene: (typeof SMS_CODE_PURPOSES)[number]
  pause: number
  resetMs: number
}) {
  const session = useSession()
  const [until, rest] = useState(0)
  const [seconds, show] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      show(left)
      if (left === 0) rest(0)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [until])

  const send = async (phone: string): Promise<CallOutcome<{ demoCode: string | undefined }>> => {
    setBusy(true)
    const isStaff = session?.person.role === 'staff'
    const [student, staff] = isStaff ? [undefined, session.subject] : [session?.subject, undefined]
    const outcome = await callApi(profile.sendCode, { student, staff, phone, scene })
    // The backend also limits requests that were made on another page or phone. It then reports how
    // long to wait.
    const wait = outcome.type === 'ok' ? pause : outcome.type === 'too-many' ? outcome.after : 0
    if (wait > 0) {
      show(wait)
      rest(Date.now() + wait * 1000)
      setBusy(false)
    } else setTimeout(() => setBusy(false), resetMs)
    return outcome
  }
  return { send, busy, seconds }
}
