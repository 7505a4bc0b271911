import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LAWS } from '../laws.ts'
import { PROMISES } from '../promises.ts'
import { missing, PAGE, withPromises } from '../support/promises-page.ts'

test('every promise has tests that are there, and guards that stand in the code', () => {
  expect(
    PROMISES.filter(({ tests, mutants }) => tests.length === 0 || mutants.length === 0),
  ).toEqual([])
  expect(PROMISES.flatMap(missing)).toEqual([])
})

test('a test or a guard that is not there is found', () => {
  const promise = {
    ...PROMISES[0],
    title: '',
    promise: '',
    law: '',
    faults: '',
    notCovered: '',
    runs: { laws: [] },
    tests: [['security/promises.test.ts', 'nobody wrote this']] as const,
    mutants: [{ file: 'src/offline/lease.ts', from: 'no such guard', to: '' }],
  }
  expect(missing(promise)).toEqual([
    'security/promises.test.ts: nobody wrote this',
    'src/offline/lease.ts: no such guard',
  ])
})

test('every law stands in the file that is named, and says how often it was tried', () => {
  for (const [name, { file, ordinarily, inLongRuns }] of Object.entries(LAWS)) {
    expect(readFileSync(file, 'utf8')).toContain(`'${name}'`)
    expect(inLongRuns).toBeGreaterThan(ordinarily)
  }
})

test('the page of promises says what stands in the list', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(withPromises(page, PROMISES)).toBe(page)
})
