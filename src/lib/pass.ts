import { useEffect, useState } from 'react'
import { PROOF_MS } from '#contract/pass'
import { canCheckPasses } from '#contract/pass-check'
import type { Person } from '#contract/identity'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import { type Language, speak } from '#words/say'
import { outcomeText } from './call.ts'
import { assumeAhead, knownAhead } from './clock.ts'
import { useLanguage } from './language.ts'
import { onRecovery } from './network.ts'
import { check } from './pass-checks.ts'
import { passCode } from './pass-code.ts'
import { keepAhead, keepCredential, keptAhead, passOf, type PassRecord } from './pass-store.ts'
import { currentSession, useSession } from './session.ts'

/** What stands on the student's screen. `fresh` false: on the strength of an earlier check, made at `checkedAt`, ms. */
export type PassState =
  | { readonly type: 'loading' }
  | {
      readonly type: 'ready'
      readonly text: string
      /** When the next code takes this one's place, ms by this phone's clock. */
      readonly renewsAt: number
      /** When the credential ends, ms. */
      readonly expiresAt: number
      readonly checkedAt: number
      readonly fresh: boolean
    }
  /** The bare stuCode: this backend gives no pass, or this page may not sign. */
  | {
      readonly type: 'bare'
      readonly text: string
      readonly checkedAt: number
      readonly fresh: boolean
      readonly why: 'backend' | 'insecure'
    }
  | {
      readonly type: 'refused'
      readonly reason: 'nobody' | 'not-a-student' | 'not-checked-in' | 'no-dorm' | 'unreachable'
      /** The sentence to say. */
      readonly text: string
    }

/** The pass of who is bound: checked with the campus, or shown on an earlier check, and renewed as long as it is shown. */
export function usePass(): PassState {
  const subject = useSession()?.subject
  const language = useLanguage()
  const [state, setState] = useState<PassState>({ type: 'loading' })
  useEffect(() => {
    setState({ type: 'loading' })
    const person = currentSession()?.person
    if (person === undefined) return setState(refused('nobody', language))
    if (person.role !== 'student') return setState(refused('not-a-student', language))
    return showPass(person, language, setState)
  }, [subject, language])
  return state
}

/** Follow one student's pass until the returned function is called. */
export function showPass(person: Person, language: Language, tell: (state: PassState) => void): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: { record: PassRecord; fresh: boolean; renewsAt: number } | undefined

  const say = (state: PassState) => {
    clearTimeout(timer)
    shown = undefined
    if (!stopped) tell(state)
  }
  const show = async (record: PassRecord, fresh: boolean): Promise<boolean> => {
    const code = await passCode(record).catch(() => undefined)
    if (code === undefined || stopped) return false
    clearTimeout(timer)
    timer = setTimeout(renew, PROOF_MS)
    shown = { record, fresh, renewsAt: code.renewsAt }
    tell({ type: 'ready', ...code, checkedAt: record.checkedAt ?? 0, fresh })
    return true
  }
  const renew = () => {
    if (shown === undefined || stopped) return
    void show(shown.record, shown.fresh).then((good) => (good ? undefined : ask()))
  }
  const ask = async () => {
    const kept = canCheckPasses() ? await passOf(person.code).catch(() => undefined) : undefined
    if (shown === undefined && kept !== undefined) await show(kept, false)
    const checked = await check(person, kept)
    if (stopped) return
    if (checked.type === 'no') {
      if (kept !== undefined) await keepCredential(kept, undefined)
      return say(refused(checked.reason, language))
    }
    if (checked.type === 'yes' && checked.fresh) {
      const { credential, checkedAt } = checked
      if (kept === undefined || credential === undefined)
        return say({ type: 'bare', text: person.code, checkedAt, fresh: true, why: kept === undefined ? 'insecure' : 'backend' })
      await Promise.all([keepCredential(kept, { credential, checkedAt }), keepAhead(knownAhead())])
      if (await show({ ...kept, credential, checkedAt }, true)) return
    }
    if (shown !== undefined) return
    // Where the campus gives passes, an old check without a valid one is not enough.
    if (checked.type === 'yes' && kept?.credential === undefined)
      return say({
        type: 'bare',
        text: person.code,
        checkedAt: checked.checkedAt,
        fresh: false,
        why: kept === undefined ? 'insecure' : 'backend',
      })
    const text = checked.type === 'silence' ? outcomeText(checked.outcome, language) : speak(commonWords, language).offlineOnly
    say({ type: 'refused', reason: 'unreachable', text })
  }

  const look = () => {
    if (document.visibilityState === 'visible' && shown !== undefined && shown.renewsAt <= Date.now()) renew()
  }
  document.addEventListener('visibilitychange', look)
  const deaf = onRecovery(() => void ask())
  void keptAhead().then(assumeAhead).then(ask)
  return () => {
    stopped = true
    clearTimeout(timer)
    deaf()
    document.removeEventListener('visibilitychange', look)
  }
}

function refused(
  reason: Exclude<Extract<PassState, { type: 'refused' }>['reason'], 'unreachable'>,
  language: Language,
): PassState {
  const home = speak(homeWords, language)
  const common = speak(commonWords, language)
  const text = {
    nobody: common.bindFirst,
    'not-a-student': common.noPermission,
    'not-checked-in': home.onArrival,
    'no-dorm': home.noDorm,
  }[reason]
  return { type: 'refused', reason, text }
}
