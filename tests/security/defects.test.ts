import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMissingEvidence } from '../support/codebase/guarantees-page.ts'
import { GUARANTEES } from '../support/codebase/guarantees.ts'

const PAGE = join('docs', 'defects.md')

/**
 * The defects listed on the page: the four columns of each row, and the tests that the row names.
 */
const rowsOf = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| defect '))
    .map((line) => {
      const [defect = '', foundBy = '', seed = '', heldBy = '', ...more] = line
        .slice(2, -2)
        .split(' | ')
      const tests = [...heldBy.matchAll(/`([^`]+)` "([^"]+)"/g)].map(
        ([, file = '', name = '']) => [file, name] as const,
      )
      return { defect, foundBy, seed, heldBy, more, tests }
    })
const rows = rowsOf(readFileSync(PAGE, 'utf8'))

/** The files and titles of named tests that do not exist. */
function lacking(tests: readonly (readonly [file: string, name: string])[]): readonly string[] {
  const [promise] = GUARANTEES
  if (promise === undefined) throw new Error('There is no promise.')
  const isThere = ([file]: readonly [string, string]) => existsSync(join('tests', file))
  return [
    ...tests.filter((one) => !isThere(one)).map(([file]) => file),
    ...findMissingEvidence({ ...promise, tests: tests.filter(isThere) }),
  ]
}

test('every recorded defect names existing tests', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(lacking(rows.flatMap(({ tests }) => tests))).toEqual([])
})

test('a test or test file that a defect names and that does not exist is reported', () => {
  const [row] = rowsOf(
    '| x | 2026-11-21, y | 7 | `security/none.test.ts` "a"; `security/defects.test.ts` "nobody wrote this" |',
  )
  expect(lacking(row?.tests ?? [])).toEqual([
    'security/none.test.ts',
    'security/defects.test.ts: nobody wrote this',
  ])
})

test('every row of a defect is complete: a sentence, the day and what found it, a seed or the reason why there is none, and tests', () => {
  const broken = rows.filter(
    ({ defect, foundBy, seed, heldBy, more, tests }) =>
      !defect.endsWith('.') ||
      !/^\d{4}-\d{2}-\d{2}, ./.test(foundBy) ||
      !/^(?:none: .|\d+(?:$|, which held when it was replayed$))/.test(seed) ||
      tests.map(([file, name]) => `\`${file}\` "${name}"`).join('; ') !== heldBy ||
      tests.length === 0 ||
      more.length > 0,
  )
  expect(broken).toEqual([])
})

test('the seed of a defect is named by the test that replays its run', () => {
  for (const { seed, tests } of rows.filter((one) => /^\d+$/.test(one.seed)))
    expect(tests.map(([file]) => readFileSync(join('tests', file), 'utf8')).join()).toContain(
      `seed ${seed}`,
    )
})

test('defects are listed by day, the newest last', () => {
  const days = rows.map(({ foundBy }) => foundBy.slice(0, 10))
  expect(days).toEqual(days.toSorted())
})
