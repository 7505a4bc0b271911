import { useRef, useState } from 'react'
import type { LiveWrite } from '#contract/call'
import { commonWords } from '#words/common'
import { type Outcome, outcomeText } from './call.ts'
import { useWords } from './language.ts'
import { useNetwork } from './network.ts'
import type { OnProgress } from './post.ts'
import type * as uploads from './upload.ts'
import { withoutReload } from './worker.ts'

/**
 * A call with pictures that happens now or not at all, and tells how far it has got (OFF-25, GRN-47). Without a network
 * that is said at once; what was chosen and typed stays with the screen; nothing is repeated by itself.
 */
export function useLiveUpload() {
  const words = useWords(commonWords)
  const offline = useNetwork() === 'offline'
  const running = useRef(false)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  /** Answers nothing when it was not sent. `settle` reads again what it has changed, also after silence: it may have arrived. */
  const send = async <I, O>(
    entry: LiveWrite<I, O>,
    input: Promise<I>,
    settle: () => Promise<unknown>,
  ): Promise<Outcome<O> | undefined> => {
    if (running.current) return undefined
    setProblem(offline ? words.offlineOnly : undefined)
    if (offline) return undefined
    running.current = true
    setPart(0)
    try {
      const outcome = await sent(entry, input, setPart)
      if (outcome.type !== 'ok') setProblem(outcomeText(outcome))
      await settle()
      return outcome
    } finally {
      running.current = false
      setPart(undefined)
    }
  }
  return { send, part, problem, complain: setProblem, offline }
}

// The code for it travels when it is needed. Without it there is no network for the pictures either; what was chosen stays.
async function sent<I, O>(
  entry: LiveWrite<I, O>,
  input: Promise<I>,
  onProgress: OnProgress,
): Promise<Outcome<O>> {
  const found: (typeof uploads)[] = []
  await withoutReload(async () => void found.push(await import('./upload.ts'))).catch(() => {})
  const words = await input
  return found[0]?.upload(entry, words, onProgress) ?? { type: 'unreachable', code: -404 }
}
