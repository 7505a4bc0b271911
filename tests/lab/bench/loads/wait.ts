import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * Waits for a promise. If it does not settle within `patienceMs`, it rejects with a sentence that
 * names what was awaited, so that no measurement waits for ever in silence.
 */
export const waitFor = <Value>(
  awaited: string,
  patienceMs: number,
  promise: Promise<Value>,
): Promise<Value> =>
  withTimeout(patienceMs, promise, () => {
    throw new Error(`${awaited} took longer than ${patienceMs / 1000} s`)
  })
