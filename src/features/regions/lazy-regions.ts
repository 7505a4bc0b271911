import type { Regions } from './regions.ts'

/** Loads all regions with the code that parses and searches them, when the list is first opened. */
export const loadRegionsLazily = (): Promise<Regions> =>
  import('./regions.ts').then((regions) => regions.loadRegions())

/**
 * Without a service worker, loads the file before the network is lost: a form opened in a station
 * may be completed in a tunnel.
 */
export function prefetchRegions(): void {
  if ('serviceWorker' in navigator && navigator.serviceWorker?.controller) return
  void loadRegionsLazily().catch(() => {})
}
