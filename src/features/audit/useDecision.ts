import { useState } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { audit, type Decision, decisionSchema } from '#contract/audit'
import { type Application, APPROVED, PENDING } from '#contract/greenchannel'
import { commonTexts } from '#i18n/common'
import { aboutOf, refusalOf } from './about.ts'
import type { Kind } from './kinds.ts'

const NAMES = ['status', 'reason'] as const

/** A decision about what was read, and about nothing newer: its version goes along (D-79). */
export function useDecision({
  kind,
  application,
  etag,
  refetch,
  onDecided,
}: {
  kind: Kind
  application: Application
  etag: string | undefined
  refetch: () => Promise<unknown>
  onDecided: (decided: Application) => Promise<void>
}) {
  const language = useLanguage()
  const common = useTexts(commonTexts)
  const live = useLive()
  const [refusal, setRefusal] = useState<{ readonly title: string; readonly reason?: string }>()
  const [isDone, setDone] = useState(false)
  const { status, reason } = application
  const about = aboutOf(kind, application)
  const contract = useContractForm<Decision, Decision>({
    rules: decisionSchema,
    names: NAMES,
    source: { values: { ...about, status: status === PENDING ? '' : status, reason } },
    restored: false,
    onDraft: keepNothing,
  })

  const decide = async (decision: Decision) => {
    setRefusal(undefined)
    const outcome = await live.send(audit.decide, { ...decision, ...about }, { ifMatch: etag })
    if (outcome === undefined) return
    if (outcome.type !== 'ok') {
      setRefusal(refusalOf(outcome, language))
      // What stands is read anew, also after silence, since the decision may have arrived. What was
      // chosen was for what was read before; only a decision that was sent too soon has met
      // nothing.
      if (outcome.type !== 'too-many') contract.form.setValue('status', '')
      await refetch()
      return
    }
    setDone(true)
    const auditAmount = decision.status === APPROVED ? application.amount : null
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
    /** Until the next one is open there is nothing more to decide here. */
    busy: live.busy || isDone,
    refusal,
    refuseOffline: (): boolean => {
      setRefusal(live.offline ? { title: common.offlineOnly } : undefined)
      return live.offline
    },
  }
}

const keepNothing = () => Promise.resolve()
