import { useRef, useState } from 'react'
import type { Call } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { recordLocalChange } from '../cache/query-client.ts'
import { useTexts } from '../language/language.ts'
import { type CallOptions, callApi, type CallOutcome, describeCallOutcome } from './call-api.ts'
import { useNetwork } from './network-status.ts'

/**
 * Runs actions that happen now or not at all, one at a time (D-103). A failure becomes a message;
 * without a network the message appears at once. The screen keeps its input, and nothing is retried
 * automatically.
 */
export function useExclusiveAction() {
  const texts = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /**
   * Resolves to undefined if the action was not started: there is no network, or another action is
   * in progress. `after` runs after the action, whatever its outcome.
   */
  const run = async <O>(
    work: () => Promise<CallOutcome<O>>,
    after?: () => Promise<unknown>,
  ): Promise<CallOutcome<O> | undefined> => {
    if (running.current) return undefined
    setProblem(offline ? texts.offlineOnly : undefined)
    if (offline) return undefined
    running.current = true
    setBusy(true)
    try {
      const outcome = await work()
      // Whatever the response was, the campus might have carried out the action.
      recordLocalChange()
      if (outcome.type !== 'ok') setProblem(describeCallOutcome(outcome))
      if (after !== undefined) await after()
      return outcome
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, problem, setProblem, offline }
}

/** A call of the contract that is made now or not at all. */
export function useOnlineCall() {
  const { run, ...live } = useExclusiveAction()
  const send = <I, O>(
    entry: Call<I, O>,
    input: I,
    beside?: CallOptions,
  ): Promise<CallOutcome<O> | undefined> => run(() => callApi(entry, input, beside))
  return { ...live, send }
}
