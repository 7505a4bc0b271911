import { useRef, useState } from 'react'
import { currentLanguage } from '#app/lib/language/language.ts'
import { type CallOutcome, describeCallOutcome } from '#app/lib/network/call-api.ts'
import type { Session } from '#app/lib/session/session.ts'
import { commonTexts } from '#i18n/common'
import { selectTexts } from '#i18n/translate'

/**
 * Submits a sign-in form, one request at a time. Typed values stay in the form after every failure
 * (OFF-25).
 */
export function useSignIn<Values>(
  signIn: (values: Values) => Promise<CallOutcome<Session>>,
  onDone: (session: Session) => void,
) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const send = async (values: Values) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const outcome = await signIn(values)
      if (outcome.type === 'ok') onDone(outcome.data)
      else setProblem(describeCallOutcome(outcome))
    } catch {
      // No known error is thrown here; but if one is, the user must see a message instead of a
      // button without effect.
      setProblem(selectTexts(commonTexts, currentLanguage()).systemRetry)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, send }
}
