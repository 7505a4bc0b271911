import { isAnyFormDirty } from '../forms/dirty-forms.ts'

/**
 * At most one reload for the same file in this time, ms: on a train the network is lost repeatedly.
 */
const ONCE_IN_MS = 60_000

/**
 * Reloads the page once when one of its script files cannot be loaded. Either the file belongs to
 * an older build that neither phone nor server still has, and the new page has the new name; or the
 * network was lost, and a browser requests a module only once for each page.
 */
export function reloadOnceForMissingFiles(): void {
  // A failed prefetch must not reload a page with an open form.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    void reloadOncePerPreloadError(payload, !isInAdvance)
  })
}

/**
 * Reloads the page because of a file that is needed now. The router would reload by itself, with
 * the sessionStorage key used here; offline and without a worker that would end on the browser's
 * error page, so the server is asked first.
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
 * Reloads the page if the server responds and no form has unsaved input; offline, the current
 * screen is better than an error page. Resolves to false if it did not reload.
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

let isInAdvance = false

/** Runs `work`, which prefetches files; their failure does not reload the page. */
export async function suppressReloadDuring(work: () => Promise<void>): Promise<void> {
  isInAdvance = true
  await work().finally(() => (isInAdvance = false))
}
