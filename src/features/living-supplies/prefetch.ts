/** Have the lists that the form chooses from on this phone. */
export const prefetchLivingSupplies = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.prefetchLivingSuppliesReads())
