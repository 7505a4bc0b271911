import { isAnyFormDirty } from '../forms/dirty-forms.ts'

/** One reload for the same file in this time: on a train the network is lost more than once. */
const ONCE_IN_MS = 60_000

/**
 * A file that could not be had: of an older build that neither phone nor server still has, so that
 * the new page knows the new name; or lost with its network, and a browser asks for a file of code
 * only once in a page. One reload mends both.
 */
export function reloadOnceForMissingFiles(): void {
  // What was only asked for in advance must not throw anybody out of a form.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    void reloadOncePerError(payload, !isInAdvance)
  })
}

/**
 * Reload the page for a file that somebody waits for. The router would reload by itself, under the
 * key that is kept here; in a tunnel, without a worker, that would end on the browser's own error
 * page, so the campus is asked first.
 */
export async function reloadOncePerError({ message }: Error, isAwaited = true): Promise<void> {
  const key = `tanstack_router_reload:${message}`
  try {
    const now = Date.now()
    if (now - Number(sessionStorage.getItem(key)) < ONCE_IN_MS) return
    sessionStorage.setItem(key, String(now))
    if (!isAwaited || !(await reloadIfServerAnswers())) sessionStorage.setItem(key, '0')
  } catch {
    // Without a memory of the first reload a second could follow for ever.
  }
}

/**
 * Reload the page if the campus answers; in a tunnel what is on the screen is better than nothing,
 * and so are words that somebody has begun to type. False where it was not done.
 */
export async function reloadIfServerAnswers(): Promise<boolean> {
  // By the page's file: an address of the app is a page only to who navigates.
  const answer = await fetch(`${import.meta.env.BASE_URL}index.html`, {
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => undefined)
  if (answer?.ok !== true || isAnyFormDirty()) return false
  location.reload()
  return true
}

let isInAdvance = false

/** Ask for files that nobody waits for yet. */
export async function suppressReloadDuring(work: () => Promise<void>): Promise<void> {
  isInAdvance = true
  await work().finally(() => (isInAdvance = false))
}
