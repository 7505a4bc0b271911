import { useRef, useState } from 'react'
import type { Call } from '#contract/call'
import { commonWords } from '#words/common'
import { type Beside, call, type Outcome, outcomeText } from './call.ts'
import { useWords } from './language.ts'
import { useNetwork } from './network.ts'

/**
 * A call that happens now or not at all: one at a time, its failure in words, and without a network said at once
 * (D-103). What was typed stays with the screen; nothing is repeated by itself.
 */
export function useLive() {
  const words = useWords(commonWords)
  const offline = useNetwork() === 'offline'
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Answers nothing when it was not sent: there is no network, or another is still under way. */
  const send = async <I, O>(
    entry: Call<I, O>,
    input: I,
    beside?: Beside,
  ): Promise<Outcome<O> | undefined> => {
    if (running.current) return undefined
    if (offline) {
      setProblem(words.offlineOnly)
      return undefined
    }
    running.current = true
    setBusy(true)
    setProblem(undefined)
    const outcome = await call(entry, input, beside)
    running.current = false
    setBusy(false)
    if (outcome.type !== 'ok') setProblem(outcomeText(outcome))
    return outcome
  }
  return { send, busy, problem, complain: setProblem, offline }
}
