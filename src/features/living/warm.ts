/** Have the lists that the form chooses from on this phone. */
export const warmLiving = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.warmLiving())
