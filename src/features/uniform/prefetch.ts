/** Caches the data that the form needs. */
export const prefetchUniform = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.prefetchUniformReads())
