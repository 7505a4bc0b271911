let pendingTraversal = (): Promise<void> | undefined => undefined

/**
 * Sets what tells whether the browser is still going back from a closed sheet. It would cancel a
 * navigation that begins meanwhile.
 */
export function waitForTraversals(pending: typeof pendingTraversal): void {
  pendingTraversal = pending
}

/** Navigates to a URL outside the app. Never settles, because the page is unloaded. */
export async function navigateAway(address: string): Promise<never> {
  const traversal = pendingTraversal()
  if (traversal !== undefined) await traversal
  location.assign(address)
  return new Promise(() => undefined)
}
