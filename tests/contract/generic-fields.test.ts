import * as v from 'valibot'
import { expect, test } from 'vitest'
import { genericResponseRules } from '#contract/generic'
import { PersonalDetails } from '#contract/personal-details'

const saidOf = (
  rule: v.PipeItem<string, string, v.BaseIssue<unknown>>,
  value: string,
  lang = 'zh',
) => v.safeParse(v.pipe(v.string(), rule), value, { lang }).issues?.[0]?.message

test('the message for an empty required input is 必填哦 [XC-16]', () => {
  expect(saidOf(genericResponseRules.required(), '')).toBe('必填哦')
  expect(saidOf(genericResponseRules.required(), 'x')).toBeUndefined()
})

test('the message for too short an input names the minimum number of characters [XC-17]', () => {
  expect(saidOf(genericResponseRules.atLeast(6), 'abcde')).toBe('最少应该输入6个字符哦')
  expect(saidOf(genericResponseRules.atLeast(6), 'abcdef')).toBeUndefined()
})

test('the message for too long an input names the maximum number of characters, and a surrogate pair counts as one [XC-18]', () => {
  expect(saidOf(genericResponseRules.atMost(2), 'abc')).toBe('最多可以输入2个字符哦')
  expect(saidOf(genericResponseRules.atMost(2), '𠮷𠮷')).toBeUndefined()
})

test('an email address, a mobile number and a Chinese name of 2 to 6 characters are validated [XC-20]', () => {
  const good = {
    student: '',
    name: '陈晓',
    wechat: 'a12345',
    email: 'a@b.cn',
    code: '',
    members: [],
  }
  const wrongIn = (typed: object) =>
    v
      .safeParse(
        PersonalDetails.schema,
        { ...good, phone: '13912345678', ...typed },
        { lang: 'zh' },
      )
      .issues?.map(({ message }) => message)
  expect(wrongIn({})).toBeUndefined()
  expect(wrongIn({ name: '陈' })).toEqual(['姓名格式不对哦~'])
  expect(wrongIn({ name: '一二三四五六七' })).toEqual(['姓名格式不对哦~'])
  expect(wrongIn({ email: 'a@' })).toEqual(['请输入有效的邮箱！'])
  expect(wrongIn({ phone: '1391234567' })).toEqual(['请输入合法的手机号码！'])
})
