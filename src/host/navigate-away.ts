import { pendingTraversal } from '#app/lib/platform/history-traversal.ts'

/**
 * Navigates to a URL outside the app. Never settles, because the page is unloaded. A browser that
 * is still going back from a closed sheet would cancel the navigation, so it waits for that.
 */
export async function navigateAway(address: string): Promise<never> {
  const traversal = pendingTraversal()
  if (traversal !== undefined) await traversal
  location.assign(address)
  return new Promise(() => undefined)
}
