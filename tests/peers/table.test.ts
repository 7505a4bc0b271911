import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLackingTests, readNamedTests } from '../support/codebase/named-tests.ts'

const NOT_HELD = 'not held: '

/** The rows of the page: the case, its source, and the tests or the reason why it is not held. */
const rows = readFileSync(join('docs', 'peers.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| case '))
  .map((line) => line.slice(2, -2).split(' | '))

test('every case of another app has a source and names existing tests, or the reason why it is not held', () => {
  expect(rows.length).toBeGreaterThanOrEqual(100)
  const broken = rows.filter(([what = '', source = '', heldBy = '', ...more]) => {
    const tests = readNamedTests(heldBy)
    const told = tests.map(([file, name]) => `\`${file}\` "${name}"`).join('; ')
    return (
      !/[.)]$/.test(what) ||
      !source.startsWith('[') ||
      !(heldBy.startsWith(NOT_HELD) ? heldBy.endsWith('.') : tests.length > 0 && told === heldBy) ||
      more.length > 0
    )
  })
  expect(broken).toEqual([])
  expect(findLackingTests(rows.flatMap(([, , heldBy = '']) => readNamedTests(heldBy)))).toEqual([])
})

test('every test that was written for another app’s case is in the table', () => {
  const named = rows.flatMap(([, , heldBy = '']) => readNamedTests(heldBy).map(([, name]) => name))
  const written = readdirSync(import.meta.dirname)
    .filter((file) => file !== 'table.test.ts')
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\btest\(\s*'([^']+)'/g),
    ])
    .map(([, name = '']) => name)
  expect(written.length).toBeGreaterThan(0)
  expect(written.filter((name) => !named.includes(name))).toEqual([])
})
