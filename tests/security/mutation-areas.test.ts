import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTATION_AREAS, findMutationArea } from '../lab/mutation/areas.ts'

/** Folders in which every guard must have a mutant (docs/testing.md, "Mutants"). */
const GUARDED = [
  'src/offline',
  'sw',
  'src/lib/session/session.ts',
  'src/lib/network/call-api.ts',
  'src/lib/outbox',
  'src/features/identity',
  'server/platform',
  'server/payment-gateways',
  ...['payment', 'fees', 'green-channel/', 'checkin', 'dorm'].map(
    (one) => `server/features/${one}`,
  ),
]
const files = ['src', 'sw', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

test('every file of the guarded folders belongs to a mutation area', () => {
  const guarded = files.filter((file) => GUARDED.some((folder) => file.startsWith(folder)))
  expect(guarded.length).toBeGreaterThan(200)
  expect(guarded.filter((file) => findMutationArea(file) === undefined)).toEqual([])
})

test('the code and the tests of every mutation area exist', () => {
  for (const { code, tests } of MUTATION_AREAS) {
    expect(code.filter((prefix) => !files.some((file) => file.startsWith(prefix)))).toEqual([])
    expect(tests.filter((pattern) => !isThere(pattern))).toEqual([])
  }
})

const isThere = (pattern: string) =>
  ['ts', 'tsx'].some((ending) => existsSync(pattern.replace('{ts,tsx}', ending)))
