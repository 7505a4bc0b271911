import { useRef, useState } from 'react'
import { useLanguage } from '#app/lib/language/language.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { type GreenChannelApplication, APPLICATION_APPROVED } from '#contract/green-channel'
import { greenChannelReview, type ReviewDecision } from '#contract/green-channel-review'
import type { ApplicationKind } from '../kinds.ts'
import { toDecisionTarget, describeDecisionRefusal } from './decision-call.ts'

/**
 * Decides several applications in the same way, one request after the other.
 *
 * The requests contain no version. Without a version the server decides only pending applications,
 * and the review id identifies the application that was read. A failure is shown in its row, and
 * the other requests continue. If a request gets no response, the rest is not sent.
 */
export function useBatchDecision({
  kind,
  onDecided,
}: {
  kind: ApplicationKind
  onDecided: (decided: GreenChannelApplication) => void
}) {
  const language = useLanguage()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map())

  const decideOne = async (
    one: GreenChannelApplication,
    { status, reason }: ReviewDecision,
  ): Promise<boolean> => {
    const outcome = await callApi(greenChannelReview.decide, {
      ...toDecisionTarget(kind, one),
      status,
      reason,
    })
    if (outcome.type === 'ok') {
      const auditAmount = status === APPLICATION_APPROVED ? one.amount : null
      onDecided({ ...one, status, reason, auditAmount })
      setDone((count) => count + 1)
      return true
    }
    const { title, reason: why } = describeDecisionRefusal(outcome, language)
    setFailed((before) => new Map(before).set(one.id, why ?? title))
    return outcome.type === 'refused' || outcome.type === 'conflict'
  }
  const decide = async (rows: readonly GreenChannelApplication[], decision: ReviewDecision) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setDone(0)
    setFailed(new Map())
    try {
      for (const one of rows) if (!(await decideOne(one, decision))) break
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { decide, busy, done, failed }
}
