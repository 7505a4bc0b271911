/** Have the lists that the form chooses from on this phone. */
export const warmUniform = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.warmUniform())
