import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { generic } from '#contract/generic'
import { isDone } from '#contract/onboarding'
import { isIdCard } from '#contract/fields'
import { isNewStudent, shownNumber } from '#contract/identity'
import { commonWords } from '#words/common'
import { refusalWords } from '#words/refusal'
import { speak } from '#words/say'

const saidOf = (rule: v.PipeItem<string, string, v.BaseIssue<unknown>>, value: string, lang = 'zh') =>
  v.safeParse(v.pipe(v.string(), rule), value, { lang }).issues?.[0]?.message

describe('generic input rules', () => {
  test('XC-16 an empty required input says 必填哦', () => {
    expect(saidOf(generic.required(), '')).toBe('必填哦')
    expect(saidOf(generic.required(), 'x')).toBeUndefined()
  })

  test('XC-17 too short names the number of characters', () => {
    expect(saidOf(generic.atLeast(6), 'abcde')).toBe('最少应该输入6个字符哦')
    expect(saidOf(generic.atLeast(6), 'abcdef')).toBeUndefined()
  })

  test('XC-18 too long names the number of characters; one written as two code units is one', () => {
    expect(saidOf(generic.atMost(2), 'abc')).toBe('最多可以输入2个字符哦')
    expect(saidOf(generic.atMost(2), '𠮷𠮷')).toBeUndefined()
  })

  test('XC-19 two entries that differ say 输入不一致', () => {
    expect(
      saidOf(
        generic.sameAs(() => 'one'),
        'two',
      ),
    ).toBe('输入不一致')
    expect(
      saidOf(
        generic.sameAs(() => 'one'),
        'one',
      ),
    ).toBeUndefined()
  })

  test.each([
    ['email', 'a@b.cn', 'a@', '邮箱格式不对哦~'],
    ['mobile', '13912345678', '1391234567', '手机号格式不对哦~'],
    ['name', '欧阳知遥', '林', '姓名格式不对哦~'],
  ] as const)('XC-20 FAM-43 the built-in kind %s complains with its label', (kind, good, bad, complaint) => {
    const label = { zh: complaint.replace('格式不对哦~', ''), en: 'It' }
    expect(saidOf(generic.kind(kind, label), good)).toBeUndefined()
    expect(saidOf(generic.kind(kind, label), bad)).toBe(complaint)
    expect(saidOf(generic.kind(kind, label), bad, 'en')).toBe('It has the wrong form')
  })

  test('FAM-43 a name has 2 to 6 characters', () => {
    const named = (value: string) => saidOf(generic.kind('name', { zh: '姓名', en: 'Name' }), value) === undefined
    expect(['一', '一二', '一二三四五六', '一二三四五六七'].map(named)).toEqual([false, true, true, false])
  })

  test('XC-21 an empty date says 必填', () => {
    expect(saidOf(generic.requiredDate(), '')).toBe('必填')
  })
})

describe('texts', () => {
  test('XC-06 XC-11 XC-14 XC-15 XC-27 the general sentences are the specification’s, character by character', () => {
    const said = speak(commonWords, 'zh')
    expect(said.boxTitle).toBe('温馨提示：')
    expect(speak(refusalWords, 'zh').systemInternal).toBe('系统内部错误')
    expect(said.noData).toBe('暂无数据')
    expect(said.systemRetry).toBe('系统错误，请重试')
    expect(said.loading).toBe('加载中')
  })
})

describe('identity rules', () => {
  test('ID-12 15 digits, 18 digits, 17 digits and X or x', () => {
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

  test('HOME-20 ID-37 new is who entered this year, by the first of three fields that says so', () => {
    const student = (entryYear: string, gradeYear: string, grade?: string) => ({ entryYear, gradeYear, grade })
    expect(isNewStudent(student('2026-09', '2020'), 2026)).toBe(true)
    expect(isNewStudent(student('', '2026'), 2026)).toBe(true)
    expect(isNewStudent(student('', '', '2026'), 2026)).toBe(true)
    expect(isNewStudent(student('2025', '2026', '2026'), 2026)).toBe(false)
  })

  test('ID-36 the shown number is the campus number, or the exam number where there is none', () => {
    expect(shownNumber({ number: '880001', examNumber: '990001' })).toBe('880001')
    expect(shownNumber({ number: '', examNumber: '990001' })).toBe('990001')
    expect(shownNumber({ number: '', examNumber: undefined }, '990007')).toBe('990007')
  })

  test('FLOW-08 newStatus 0 is not done, everything else is', () => {
    expect(['0', 0, '1', 1, '2'].map(isDone)).toEqual([false, false, true, true, true])
  })
})
