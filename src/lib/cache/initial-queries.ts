import { withTimeout } from '#offline/utilities/with-timeout'
import { queryClient } from './query-client.ts'

const LONGEST_MS = 15_000
const LONGEST_IDLE_MS = 1_000

/**
 * Resolves when the first screen is rendered, its queries have ended and the browser is idle. It
 * resolves after `longest` ms at the latest, so that a stalled server does not delay the work that
 * waits for it. `drawn` resolves when a screen is rendered.
 */
export async function whenInitialQueriesSettled({
  drawn = Promise.resolve(),
  longest = LONGEST_MS,
}: { drawn?: Promise<void>; longest?: number } = {}): Promise<void> {
  await withTimeout(longest, drawn.then(whenNoQueryFetches), () => {})
  await new Promise<void>((resolve) => whenIdle(resolve))
}

function whenNoQueryFetches(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    // A screen starts its queries when it renders. A screen without queries is settled at the first
    // check.
    if (document.readyState === 'complete') requestAnimationFrame(() => setTimeout(look))
    else
      window.addEventListener('load', () => requestAnimationFrame(() => setTimeout(look)), {
        once: true,
      })
  })
}

/** Runs work when the browser is idle, after `LONGEST_IDLE_MS` at the latest. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LONGEST_IDLE_MS })
  else setTimeout(work)
}
