import { expect, test } from 'vitest'
import { isIdCard } from '#contract/fields'
import { isNewStudent, displayedStudentNumber } from '#contract/identity'

test('an ID number has 15 digits, 18 digits, or 17 digits and X or x [ID-12]', () => {
  const samples = [
    '1'.repeat(15),
    '1'.repeat(18),
    `${'1'.repeat(17)}X`,
    `${'1'.repeat(17)}x`,
    '1'.repeat(16),
    `${'1'.repeat(17)}Y`,
  ]
  expect(samples.map(isIdCard)).toEqual([true, true, true, true, false, false])
})

test('a student who entered this year counts as new, by the first of three fields that has a year [HOME-20 ID-37]', () => {
  const student = (entryYear: string, gradeYear: string, grade?: string) => ({
    entryYear,
    gradeYear,
    grade,
  })
  expect(isNewStudent(student('2026-09', '2020'), 2026)).toBe(true)
  expect(isNewStudent(student('', '2026'), 2026)).toBe(true)
  expect(isNewStudent(student('', '', '2026'), 2026)).toBe(true)
  expect(isNewStudent(student('2025', '2026', '2026'), 2026)).toBe(false)
})

test('the displayed number of a student is the campus number, or the exam number if there is no campus number [ID-36]', () => {
  expect(displayedStudentNumber({ number: '880001', examNumber: '990001' })).toBe('880001')
  expect(displayedStudentNumber({ number: '', examNumber: '990001' })).toBe('990001')
  expect(displayedStudentNumber({ number: '', examNumber: undefined }, '990007')).toBe('990007')
})
