import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  findMissingEvidence,
  GUARANTEES_PAGE,
  withGuarantees,
} from '../support/codebase/guarantees-page.ts'
import { GUARANTEES } from '../support/codebase/guarantees.ts'
import { PROPERTIES_BY_NAME } from '../support/properties/properties.ts'

test('every guarantee names tests, and all of them exist', () => {
  expect(GUARANTEES.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(GUARANTEES.flatMap(findMissingEvidence)).toEqual([])
})

test('a test that a guarantee names and that does not exist is reported with its file', () => {
  const shownGuarantee = {
    ...GUARANTEES[0],
    title: '',
    statement: '',
    invariant: '',
    faults: '',
    notCovered: '',
    runs: { properties: [] },
    tests: [['security/guarantees.test.ts', 'nobody wrote this']] as const,
  }
  expect(findMissingEvidence(shownGuarantee)).toEqual([
    'security/guarantees.test.ts: nobody wrote this',
  ])
})

test('every property is checked in the file listed for it, and its long runs are more than its ordinary runs', () => {
  for (const [name, { file, ordinaryRuns, longRuns }] of Object.entries(PROPERTIES_BY_NAME)) {
    expect(readFileSync(file, 'utf8')).toContain(`'${name}'`)
    expect(longRuns).toBeGreaterThan(ordinaryRuns)
  }
})

test('the page of guarantees matches the list of guarantees', () => {
  const page = readFileSync(GUARANTEES_PAGE, 'utf8')
  expect(withGuarantees(page, GUARANTEES)).toBe(page)
})
