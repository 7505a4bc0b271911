import { queryClient } from './query-client.ts'

const LONGEST_MS = 15_000

/** Resolves when the first screen's reads have ended, at the latest after 15 s: a stalled server must not keep the worker away. */
export function firstReadsEnded(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(latest)
      stop()
      resolve()
    }
    const look = () => {
      if (queryClient.isFetching() === 0) end()
    }
    const latest = setTimeout(end, LONGEST_MS)
    const stop = queryClient.getQueryCache().subscribe(look)
    // The screen asks for its reads when it is drawn; a screen without any has ended by then.
    if (document.readyState === 'complete') requestAnimationFrame(() => setTimeout(look))
    else window.addEventListener('load', () => requestAnimationFrame(() => setTimeout(look)), { once: true })
  })
}
