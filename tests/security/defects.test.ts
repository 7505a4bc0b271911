import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLackingTests, readNamedTests } from '../support/codebase/named-tests.ts'

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
      return { defect, foundBy, seed, heldBy, more, tests: readNamedTests(heldBy) }
    })
const rows = rowsOf(readFileSync(PAGE, 'utf8'))

test('every recorded defect names existing tests', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(findLackingTests(rows.flatMap(({ tests }) => tests))).toEqual([])
})

test('a test or test file that a defect names and that does not exist is reported', () => {
  const [row] = rowsOf(
    '| x | 2026-11-21, y | 7 | `security/none.test.ts` "a"; `security/defects.test.ts` "nobody wrote this" |',
  )
  expect(findLackingTests(row?.tests ?? [])).toEqual([
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
