import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LAWS } from '../laws.ts'
import { PROMISES } from '../promises.ts'
import { missing, PAGE, withPromises } from '../support/promises-page.ts'

test('every promise names tests, and all of them exist', () => {
  expect(PROMISES.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(PROMISES.flatMap(missing)).toEqual([])
})

test('a test that does not exist is named with its file', () => {
  const promise = {
    ...PROMISES[0],
    title: '',
    promise: '',
    law: '',
    faults: '',
    notCovered: '',
    runs: { laws: [] },
    tests: [['security/promises.test.ts', 'nobody wrote this']] as const,
  }
  expect(missing(promise)).toEqual(['security/promises.test.ts: nobody wrote this'])
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
