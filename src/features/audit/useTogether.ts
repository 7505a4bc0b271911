import { useRef, useState } from 'react'
import { call } from '#app/lib/call.ts'
import { useLanguage } from '#app/lib/language.ts'
import { audit, type Decision } from '#contract/audit'
import { type Application, APPROVED } from '#contract/greenchannel'
import { aboutOf, refusalOf } from './about.ts'
import type { Kind } from './kinds.ts'

/**
 * Several applications decided alike, one after the other, each by the call of a single one. No
 * version goes along: without one only what is still under review is decided, and the number of the
 * review says that it is what was read. What fails is said of its row, and the others go on, unless
 * nobody answers.
 */
export function useTogether({
  kind,
  onDecided,
}: {
  kind: Kind
  onDecided: (decided: Application) => void
}) {
  const language = useLanguage()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map())

  const decideOne = async (one: Application, { status, reason }: Decision): Promise<boolean> => {
    const outcome = await call(audit.decide, { ...aboutOf(kind, one), status, reason })
    if (outcome.type === 'ok') {
      const auditAmount = status === APPROVED ? one.amount : null
      onDecided({ ...one, status, reason, auditAmount })
      setDone((count) => count + 1)
      return true
    }
    const { title, reason: why } = refusalOf(outcome, language)
    setFailed((before) => new Map(before).set(one.id, why ?? title))
    return outcome.type === 'refused' || outcome.type === 'conflict'
  }
  const decide = async (rows: readonly Application[], decision: Decision) => {
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
