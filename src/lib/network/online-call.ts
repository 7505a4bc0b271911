import { useRef, useState } from 'react'
import type { Call } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { noteChange } from '../cache/query-client.ts'
import { useTexts } from '../language/language.ts'
import { type CallOptions, callApi, type Outcome, outcomeText } from './call-api.ts'
import { useNetwork } from './network-status.ts'

/**
 * Something that happens now or not at all: one at a time, its failure in words, and without a
 * network said at once (D-103). What was typed stays with the screen; nothing is repeated by
 * itself.
 */
export function useExclusiveAction() {
  const texts = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /**
   * Answers nothing when it was not begun: there is no network, or another is still under way, to
   * which `after` belongs.
   */
  const run = async <O>(
    work: () => Promise<Outcome<O>>,
    after?: () => Promise<unknown>,
  ): Promise<Outcome<O> | undefined> => {
    if (running.current) return undefined
    setProblem(offline ? texts.offlineOnly : undefined)
    if (offline) return undefined
    running.current = true
    setBusy(true)
    try {
      const outcome = await work()
      // Whatever was answered: what was sent may have been done.
      noteChange()
      if (outcome.type !== 'ok') setProblem(outcomeText(outcome))
      if (after !== undefined) await after()
      return outcome
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, problem, setProblem, offline }
}

/** A call of the contract that happens now or not at all. */
export function useOnlineCall() {
  const { run, ...live } = useExclusiveAction()
  const send = <I, O>(
    entry: Call<I, O>,
    input: I,
    beside?: CallOptions,
  ): Promise<Outcome<O> | undefined> => run(() => callApi(entry, input, beside))
  return { ...live, send }
}
