import { readFileSync } from 'node:fs'

/** A file as another program wrote it, or a campus sent it; all names and numbers are invented. */
export const readImportFixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../server/fixtures/imports/${name}`, import.meta.url)))
