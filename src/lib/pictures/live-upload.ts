import { useState } from 'react'
import type { LiveWrite } from '#contract/call'
import type { Outcome } from '../call.ts'
import { useOneAtATime } from '../live.ts'
import { withoutReload } from '../missing-files.ts'
import type { OnProgress } from '../post.ts'
import type * as uploads from './upload.ts'

/**
 * A call with pictures that happens now or not at all, and tells how far it has got (OFF-23,
 * GRN-47).
 */
export function useLiveUpload() {
  const { run, busy, ...live } = useOneAtATime()
  const [part, setPart] = useState(0)
  /** `after` reads again what it has changed, also after silence: it may have arrived. */
  const send = <I, O>(
    entry: LiveWrite<I, O>,
    input: Promise<I>,
    after: () => Promise<unknown>,
  ): Promise<Outcome<O> | undefined> =>
    run(() => {
      setPart(0)
      return sent(entry, input, setPart)
    }, after)
  return { ...live, send, part: busy ? part : undefined }
}

// The code for it travels when it is needed. Without it there is no network for the pictures
// either; what was chosen stays.
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
