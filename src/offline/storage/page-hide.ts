// When the user leaves a page, WebKit freezes the page (back/forward cache) together with its open
// transactions. These transactions never end, and they lock the database for all other pages until
// the frozen page is discarded. So transactions are aborted on `pagehide` and started again on
// `pageshow`.
const running = new Set<() => void>()
let back: Promise<void> | undefined

// `addEventListener` also exists in a worker, where `pagehide` never fires. It is missing in tests
// under Node.
if (typeof addEventListener === 'function')
  addEventListener('pagehide', (event) => {
    if (!('persisted' in event) || event.persisted !== true) return
    back = new Promise<void>((resolve) => {
      addEventListener('pageshow', () => resolve(), { once: true })
    }).then(() => {
      back = undefined
    })
    for (const giveUp of running)
      try {
        giveUp()
      } catch {
        // This transaction has already ended; the other transactions still have to be aborted.
      }
  })

/**
 * Returns the promise to wait for before a transaction starts. While the page is in the
 * back/forward cache, the promise resolves when the page is shown again; otherwise the result is
 * undefined.
 */
export const whenPageShown = (): Promise<void> | undefined => back

/**
 * Calls `giveUp` if the page enters the back/forward cache. Call the returned function when the
 * work has ended.
 */
export function abortOnPageHide(giveUp: () => void): () => void {
  running.add(giveUp)
  return () => running.delete(giveUp)
}
