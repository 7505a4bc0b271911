// WebKit freezes a page that is left (back/forward cache) together with its open transactions. They
// never end, and they lock the database for everybody else until the page is discarded. So
// transactions are aborted on `pagehide` and started again on `pageshow`.
const running = new Set<() => void>()
let back: Promise<void> | undefined

// `addEventListener` exists in a worker too, where `pagehide` never fires; it is missing in tests
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
        // This transaction has already ended; the others have not.
      }
  })

/**
 * The promise to wait for before a transaction starts: undefined unless the page is in the
 * back/forward cache; resolves when the page is shown again.
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
