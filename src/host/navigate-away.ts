/** Leave the app for an address outside it. Never settles: the page is going. */
export function navigateAway(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => undefined)
}
