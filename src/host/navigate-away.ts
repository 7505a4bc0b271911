/** Navigates to a URL outside the app. Never settles, because the page is unloaded. */
export function navigateAway(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => undefined)
}
