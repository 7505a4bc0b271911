import { useState } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import {
  type GreenChannelApplication,
  APPLICATION_APPROVED,
  APPLICATION_PENDING,
} from '#contract/green-channel'
import {
  greenChannelReview,
  type ReviewDecision,
  reviewDecisionSchema,
} from '#contract/green-channel-review'
import { commonTexts } from '#i18n/common'
import type { ApplicationKind } from '../kinds.ts'
import { toDecisionTarget, describeDecisionRefusal } from './decision-call.ts'

const NAMES = ['status', 'reason'] as const

/**
 * Sends a decision together with the version of the application that was read, so that the decision
 * never applies to a newer version (D-79).
 */
export function useDecision({
  kind,
  application,
  etag,
  refetch,
  onDecided,
}: {
  kind: ApplicationKind
  application: GreenChannelApplication
  etag: string | undefined
  refetch: () => Promise<unknown>
  onDecided: (decided: GreenChannelApplication) => Promise<void>
}) {
  const language = useLanguage()
  const common = useTexts(commonTexts)
  const live = useOnlineCall()
  const [refusal, setRefusal] = useState<{ readonly title: string; readonly reason?: string }>()
  const [isDone, setDone] = useState(false)
  const { status, reason } = application
  const about = toDecisionTarget(kind, application)
  const contract = useContractForm<ReviewDecision, ReviewDecision>({
    rules: reviewDecisionSchema,
    names: NAMES,
    source: { values: { ...about, status: status === APPLICATION_PENDING ? '' : status, reason } },
    restored: false,
    onDraft: keepNothing,
  })

  const decide = async (decision: ReviewDecision) => {
    setRefusal(undefined)
    const outcome = await live.send(
      greenChannelReview.decide,
      { ...decision, ...about },
      { ifMatch: etag },
    )
    if (outcome === undefined) return
    if (outcome.type !== 'ok') {
      setRefusal(describeDecisionRefusal(outcome, language))
      // The application is read again, even if the request got no response, because the campus
      // might have received the decision. The choice is reset, since it was made for the earlier
      // version. A request that was refused by the rate limit has changed nothing, so its choice
      // stays.
      if (outcome.type !== 'too-many') contract.form.setValue('status', '')
      await refetch()
      return
    }
    setDone(true)
    const auditAmount = decision.status === APPLICATION_APPROVED ? application.amount : null
    await onDecided({
      ...application,
      status: decision.status,
      reason: decision.reason,
      auditAmount,
    })
  }
  return {
    contract,
    decide,
    /** Stays true after the decision until the next application opens. */
    busy: live.busy || isDone,
    refusal,
    refuseOffline: (): boolean => {
      setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
      return live.offline
    },
  }
}

const keepNothing = () => Promise.resolve()
