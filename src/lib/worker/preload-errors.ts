import { isAnyFormDirty } from '../forms/dirty-forms.ts'

/**
 * The page is reloaded at most once in this time for the same file, ms: on a train the network is
 * lost repeatedly.
 */
const ONCE_IN_MS = 60_000

/**
 * Reloads the page once when one of its script files cannot be loaded. There are two causes. The
 * file belongs to an older build that neither the phone nor the server has any more; the new page
 * then has the file's new name. Or the network was lost; a reload is needed because a browser
 * requests a module only once for each page.
 */
export function reloadOnceForMissingFiles(): void {
  // A failed prefetch must not reload a page with an open form.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    void reloadOncePerPreloadError(payload, loadsInAdvance === 0)
  })
}

/**
 * Reloads the page because of a file that is needed now. Without this function the router would
 * reload, with the sessionStorage key that is also used here. Offline and without a worker, such a
 * reload would end on the browser's error page. So this function first checks that the server
 * responds.
 */
export async function reloadOncePerPreloadError(
  { message }: Error,
  isAwaited = true,
): Promise<void> {
  const key = `tanstack_router_reload:${message}`
  try {
    const now = Date.now()
    if (now - Number(sessionStorage.getItem(key)) < ONCE_IN_MS) return
    sessionStorage.setItem(key, String(now))
    if (!isAwaited || !(await reloadIfServerAnswers())) sessionStorage.setItem(key, '0')
  } catch {
    // Without sessionStorage the reload could repeat for ever.
  }
}

/**
 * Reloads the page if the server responds and no form has unsaved input. Offline, the current
 * screen is better than an error page. Resolves to false if the page was not reloaded.
 */
export async function reloadIfServerAnswers(): Promise<boolean> {
  // The request is for index.html: an app URL returns the page only to a navigation.
  const answer = await fetch(`${import.meta.env.BASE_URL}index.html`, {
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => undefined)
  if (answer?.ok !== true || isAnyFormDirty()) return false
  location.reload()
  return true
}

let loadsInAdvance = 0

/**
 * Runs `work`, which loads files that no screen waits for. If one cannot be loaded, the page is not
 * reloaded.
 */
export async function suppressReloadDuring<T>(work: () => Promise<T>): Promise<T> {
  loadsInAdvance++
  return work().finally(() => loadsInAdvance--)
}
