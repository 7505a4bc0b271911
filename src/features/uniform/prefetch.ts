/** Have the lists that the form chooses from on this phone. */
export const prefetchUniform = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.prefetchUniformReads())
