/** What other parts of the app may use of living; nothing else of this folder is theirs. */
export { packagesQuery, reservationQuery, residentQuery } from './queries.ts'

/** Have the lists that the form chooses from on this phone. */
export const warmLiving = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.warmLiving())
