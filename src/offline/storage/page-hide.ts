// WebKit sets a page that is left aside as it is, with the transactions that it has begun. Nobody
// ends those, and nobody else gets at their database until the page is thrown away. So they are
// given up when the page is left, and begun when it is shown again.
const running = new Set<() => void>()
let back: Promise<void> | undefined

// A worker has such a function too, and is never set aside; tests of Node have none.
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
        // It has ended by itself; the others have not.
      }
  })

/** What to wait for before a transaction is begun: nothing, or that the page is shown again. */
export const whenPageShown = (): Promise<void> | undefined => back

/** Give this up should the page be set aside; the answer is called when it has ended. */
export function abortOnPageHide(giveUp: () => void): () => void {
  running.add(giveUp)
  return () => running.delete(giveUp)
}
