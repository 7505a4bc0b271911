import { useState } from 'react'
import type { OnlineWrite } from '#contract/call'
import type { CallOutcome } from '../network/call-api.ts'
import { useExclusiveAction } from '../network/online-call.ts'
import type { OnProgress } from '../network/post-with-progress.ts'
import { suppressReloadDuring } from '../worker/preload-errors.ts'

/** Makes a call with images now or not at all, and reports its progress (OFF-23, GRN-47). */
export function useImageUpload() {
  const { run, busy, ...live } = useExclusiveAction()
  const [part, setPart] = useState(0)
  /**
   * Sends the images. `after` fetches again what the call changes. It also runs if there was no
   * response, because the campus might have received the call.
   */
  const send = <I, O>(
    entry: OnlineWrite<I, O>,
    input: Promise<I>,
    after: () => Promise<unknown>,
  ): Promise<CallOutcome<O> | undefined> =>
    run(() => {
      setPart(0)
      return loadAndUpload(entry, input, setPart)
    }, after)
  return { ...live, send, part: busy ? part : undefined }
}

// The upload's code is loaded on demand. If the code cannot be loaded, there is no network for the
// images either; the chosen images stay.
async function loadAndUpload<I, O>(
  entry: OnlineWrite<I, O>,
  input: Promise<I>,
  onProgress: OnProgress,
): Promise<CallOutcome<O>> {
  const found = await suppressReloadDuring(() => import('./upload-with-progress.ts')).catch(
    () => undefined,
  )
  const parameters = await input
  return (
    found?.callWithProgress(entry, parameters, onProgress) ?? { type: 'unreachable', code: -404 }
  )
}
