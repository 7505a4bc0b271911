import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
    tests: [['security/promises.test.ts', 'nobody wrote this']] as const,
    mutants: [{ file: 'src/offline/lease.ts', from: 'no such guard', to: '' }],
  }
  expect(missing(promise)).toEqual([
    'security/promises.test.ts: nobody wrote this',
    'src/offline/lease.ts: no such guard',
  ])
})

test('the page of promises says what stands in the list', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(withPromises(page, PROMISES)).toBe(page)
})
