/** How long a navigation waits at most until the browser has gone back, ms. */
const TRAVERSAL_TIMEOUT_MS = 2_000

let pending: Promise<void> | undefined

/** Settles when the browser has gone back; undefined if it is not going back. */
export const pendingTraversal = (): Promise<void> | undefined => pending

/**
 * Goes back one history entry. The browser does so asynchronously; the promise settles when it has
 * gone back, and after two seconds at the latest.
 */
export function goBackInHistory(): Promise<void> {
  const arrival = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    // A browser can refuse to go back without sending an event.
    setTimeout(resolve, TRAVERSAL_TIMEOUT_MS)
  })
  pending = arrival.then(() => {
    pending = undefined
  })
  history.back()
  return pending
}
