import { loadRegionsLazily } from '#app/features/regions/public.ts'

type Regions = Awaited<ReturnType<typeof loadRegionsLazily>>

let known: Regions | undefined

/** Loads the names of regions; resolves also if they cannot be loaded. */
export const loadRegionNames = (): Promise<void> =>
  loadRegionsLazily().then(
    (regions) => void (known = regions),
    () => {},
  )

/**
 * The names of a region and of those that contain it, joined as the region picker does; the code if
 * the names are not loaded.
 */
export const regionNamesOf = (code: string): string =>
  known?.joinNames(known.pathOf(code).map(({ value }) => value)) || code
