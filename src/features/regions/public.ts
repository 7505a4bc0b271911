/** What other parts of the app may use of regions; nothing else of this folder is theirs. */
export { loadRegionsLazily, prefetchRegions } from './lazy-regions.ts'
