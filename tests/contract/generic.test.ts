import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isIdCard } from '#contract/fields'
import { generic } from '#contract/generic'
import { isNewStudent, shownNumber } from '#contract/identity'
import { isDone } from '#contract/onboarding'

const saidOf = (
  rule: v.PipeItem<string, string, v.BaseIssue<unknown>>,
  value: string,
  lang = 'zh',
) => v.safeParse(v.pipe(v.string(), rule), value, { lang }).issues?.[0]?.message

describe('generic input rules', () => {
  test('an empty required input says 必填哦 [XC-16]', () => {
    expect(saidOf(generic.required(), '')).toBe('必填哦')
    expect(saidOf(generic.required(), 'x')).toBeUndefined()
  })

  test('too short names the number of characters [XC-17]', () => {
    expect(saidOf(generic.atLeast(6), 'abcde')).toBe('最少应该输入6个字符哦')
    expect(saidOf(generic.atLeast(6), 'abcdef')).toBeUndefined()
  })

  test('too long names the number of characters; one written as two code units is one [XC-18]', () => {
    expect(saidOf(generic.atMost(2), 'abc')).toBe('最多可以输入2个字符哦')
    expect(saidOf(generic.atMost(2), '𠮷𠮷')).toBeUndefined()
  })
})

describe('identity rules', () => {
  test('15 digits, 18 digits, 17 digits and X or x [ID-12]', () => {
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

  test('new is who entered this year, by the first of three fields that says so [HOME-20 ID-37]', () => {
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

  test('the shown number is the campus number, or the exam number where there is none [ID-36]', () => {
    expect(shownNumber({ number: '880001', examNumber: '990001' })).toBe('880001')
    expect(shownNumber({ number: '', examNumber: '990001' })).toBe('990001')
    expect(shownNumber({ number: '', examNumber: undefined }, '990007')).toBe('990007')
  })

  test('newStatus 0 is not done, everything else is [FLOW-08]', () => {
    expect(['0', 0, '1', 1, '2'].map(isDone)).toEqual([false, false, true, true, true])
  })
})
