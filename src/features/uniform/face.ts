/** What other parts of the app may use of uniform; nothing else of this folder is theirs. */
export { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'

/** Have the lists that the form chooses from on this phone. */
export const warmUniform = (): Promise<void> =>
  import('./queries.ts').then((queries) => queries.warmUniform())
