/** The public API of the regions feature; other features import nothing else from this folder. */
export { loadRegionsLazily, prefetchRegions } from './lazy-regions.ts'
