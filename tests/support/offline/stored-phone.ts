import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

/** The fixture of the phone of the version in package.json. */
export const PHONE_OF_THIS_RELEASE = `tests/offline/fixtures/phones/${
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')))
    .version
}.json`

/** Writes parts of the fixture of this release; its other parts stay. */
export function storePhone(parts: object): void {
  const known: object = existsSync(PHONE_OF_THIS_RELEASE)
    ? JSON.parse(readFileSync(PHONE_OF_THIS_RELEASE, 'utf8'))
    : {}
  writeFileSync(PHONE_OF_THIS_RELEASE, `${JSON.stringify({ ...known, ...parts }, null, 2)}\n`)
}
