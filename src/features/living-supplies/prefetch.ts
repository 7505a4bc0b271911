/** Caches the data that the form needs. */
export const prefetchLivingSupplies = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.prefetchLivingSuppliesReads())
