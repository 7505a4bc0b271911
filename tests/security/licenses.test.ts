import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'

/**
 * Licenses that let a campus run and pass on the program. LGPL only for libraries that are separate
 * files which can be replaced (libvips beside sharp), MPL only for files that are not changed.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'Unlicense',
])
const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ license: v.optional(v.string()), dev: v.optional(v.boolean()) }),
  ),
})

/** Whether one alternative of an SPDX expression has only allowed licenses. */
const isAllowed = (license: string) =>
  license
    .replaceAll(/[()]/g, '')
    .split(/ OR /i)
    .some((one) => one.split(/ AND /i).every((name) => ALLOWED.has(name)))

test('every package that is shipped has a license of the list', () => {
  const { packages } = v.parse(Lock, JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  expect(shipped.length).toBeGreaterThan(100)
  const others = shipped.flatMap(([path, { license = 'none' }]) =>
    isAllowed(license) ? [] : [`${path}: ${license}`],
  )
  expect(others).toEqual([])
  expect(['GPL-3.0-only', 'none', 'MIT AND GPL-3.0-only'].some(isAllowed)).toBe(false)
})
