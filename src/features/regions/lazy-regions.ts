import type { Regions } from './regions.ts'

/** Loads all regions, and the code that parses and searches them, when the list is first opened. */
export const loadRegionsLazily = (): Promise<Regions> =>
  import('./regions.ts').then((regions) => regions.loadRegions())

/**
 * In a browser without a service worker, loads the file of the regions early: the user might open a
 * form in a station and complete it without a network.
 */
export function prefetchRegions(): void {
  if ('serviceWorker' in navigator && navigator.serviceWorker?.controller) return
  void loadRegionsLazily().catch(() => {})
}
