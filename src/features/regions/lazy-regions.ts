import type { Regions } from './regions.ts'

/**
 * All regions, with the code that reads and searches them; it travels once somebody opens the list.
 */
export const loadRegionsLazily = (): Promise<Regions> =>
  import('./regions.ts').then((regions) => regions.loadRegions())

/**
 * Where no worker keeps the file, have it before the network goes: a form opened in a station is
 * finished in the tunnel.
 */
export function prefetchRegions(): void {
  if ('serviceWorker' in navigator && navigator.serviceWorker?.controller) return
  void loadRegionsLazily().catch(() => {})
}
