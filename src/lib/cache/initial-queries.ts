import { withTimeout } from '#offline/utilities/with-timeout'
import { queryClient } from './query-client.ts'

const LONGEST_MS = 15_000
const LONGEST_IDLE_MS = 1_000

/**
 * Resolves when the first screen is drawn, its reads have ended and the phone has nothing better to
 * do; at the latest after `longest`, ms: a stalled server must not keep away what comes after it.
 * `drawn`: a screen is being shown.
 */
export async function whenInitialQueriesSettled({
  drawn = Promise.resolve(),
  longest = LONGEST_MS,
}: { drawn?: Promise<void>; longest?: number } = {}): Promise<void> {
  await withTimeout(longest, drawn.then(whenNoQueryFetches), () => {})
  await whenIdle()
}

function whenNoQueryFetches(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    // The screen asks for its reads when it is drawn; a screen without any has ended by then.
    if (document.readyState === 'complete') requestAnimationFrame(() => setTimeout(look))
    else
      window.addEventListener('load', () => requestAnimationFrame(() => setTimeout(look)), {
        once: true,
      })
  })
}

// Safari has no word for idle.
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: LONGEST_IDLE_MS })
    else setTimeout(resolve)
  })
