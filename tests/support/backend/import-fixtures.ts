import { readFileSync } from 'node:fs'

/** A file as another program or a campus wrote it, with invented names and numbers. */
export const readImportFixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../server/fixtures/imports/${name}`, import.meta.url)))
