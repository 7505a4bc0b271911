import * as v from 'valibot'
import { expect, test } from 'vitest'
import { family } from '#contract/family'
import { validateAmountText } from '#contract/fees'
import { greenChannel } from '#contract/green-channel'
import { createTransferRequestSchema } from '#contract/major-transfer'
import { countCharacters, normalizeAmount } from '#contract/normalize'
import { PersonalDetails } from '#contract/personal-details'
import { HOUSEHOLD_PHONE_PATTERN, MOBILE_PATTERN, mobileNumberField } from '#contract/phones'
import { newPhoneSchema, profile } from '#contract/profile'
import { StaffSignIn, StudentSignIn } from '#contract/sign-in'
import { Travel } from '#contract/travel'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'

const phone = mobileNumberField({
  empty: { zh: '空', en: 'none' },
  wrong: { zh: '错', en: 'wrong' },
  pattern: MOBILE_PATTERN,
})

test('a mobile number is accepted in the ways in which people write and copy it [FAM-28 FAM-31 FAM-42]', () => {
  const written = [
    '13800138000',
    ' 138 0013 8000 ',
    '138-0013-8000',
    '１３８００１３８０００',
    '+86 138 0013 8000',
    '+8613800138000',
    '008613800138000',
    '8613800138000',
    '＋８６－１３８００１３８０００',
    '\u202d(+86) 138\u00a00013\u20118000\u202c',
  ]
  for (const one of written) expect(v.parse(phone.schema, one), one).toBe('13800138000')
  // The backend decodes with the same rule.
  for (const one of written) expect(v.parse(phone.decode, one), one).toBe('13800138000')
  for (const one of [
    '1380013800',
    '138001380000',
    '+85213800138000',
    '86',
    '１３８００１３８００a',
  ])
    expect(v.is(phone.schema, one), one).toBe(false)
})

test('every prefix of a mainland mobile number is accepted, and also the prefixes that the requirements listed earlier [D-38 FAM-31]', () => {
  const prefixes = ['12', '13', '14', '15', '16', '17', '18', '19']
  const taken = (pattern: RegExp) => prefixes.filter((one) => pattern.test(`${one}012345678`))
  expect(taken(MOBILE_PATTERN)).toEqual(prefixes.slice(1))
  expect(taken(HOUSEHOLD_PHONE_PATTERN)).toEqual(prefixes)
})

test('a new phone number and its verification code are validated [PRO-16]', () => {
  expect(v.parse(newPhoneSchema, '+86 139 0000 0000')).toBe('13900000000')
  const wire = { stuCode: 'S1', phoneNum: '+86 13900000000', codes: ' １２３ ４５６ ' }
  expect(
    JSON.stringify(
      v.safeParse(profile.changePhone.input.decode, {
        ...wire,
        phone: wire.phoneNum,
        code: wire.codes,
      }),
    ),
  ).toContain('123456')
})

test('exam numbers, student numbers, work numbers and ID cards are validated [ID-10 ID-12 ID-14]', () => {
  const typed = { kind: 'exam', number: ' ９９０ ００１ ', idCard: '１１０１０１ 20080101 001ｘ' }
  expect(v.parse(StudentSignIn, typed)).toEqual({
    kind: 'exam',
    number: '990001',
    idCard: '11010120080101001X',
  })
  const staff = v.parse(StaffSignIn, { workNumber: 'Ｔ ３００１', password: ' two  words ' })
  expect(staff).toEqual({ workNumber: 'T3001', password: ' two  words ' })
})

test('the numbers in forms are validated', () => {
  expect(v.parse(Travel.schema, sampleTravel({ companions: ' ２ ' })).companions).toBe('2')
  expect(family.saveDetails.input).toBe(PersonalDetails)
  const details = {
    student: 'S1',
    name: '陈晓雨',
    wechat: ' ｗｘ_chen01 ',
    email: 'chen＠example.com ',
    phone: '+86 138 0013 8000',
    code: '１２３４５６',
    members: [],
  }
  expect(v.parse(PersonalDetails.schema, details)).toMatchObject({
    wechat: 'wx_chen01',
    email: 'chen@example.com',
    phone: '13800138000',
    code: '123456',
  })
  const loan = v.safeParse(greenChannel.applyLoan.input.schema, {
    contract: '４４０１ 2026 001',
    receipt: ' ａＢ12 ',
  })
  expect(
    loan.issues?.some(({ path }) => ['contract', 'receipt'].includes(String(path?.[0]?.key))),
  ).toBe(false)
})

test('an amount is accepted with a currency sign, with commas, and in full width [FEE-59 FEE-60]', () => {
  for (const typed of ['５０００', '5,000', '¥5000', '￥ 5,000.00', '5 000', '5000元']) {
    expect(validateAmountText(typed, { owed: 1_980_000, lowest: 100_000 }), typed).toBeUndefined()
    expect(Number(normalizeAmount(typed))).toBe(5000)
  }
  for (const typed of ['5,00', '5,,000', '1e4', '-5000', '5.000,00'])
    expect(validateAmountText(typed, { owed: 1_980_000, lowest: 100_000 }), typed).toBeDefined()
})

test('characters are counted as grapheme clusters, after trimming [XC-18 XC-19 OFF-21]', () => {
  const remark = (text: string) => v.safeParse(Travel.schema, sampleTravel({ remark: text }))
  expect(countCharacters(' 🎸吉他\n')).toBe(3)
  expect(remark(`${'🎸'.repeat(500)} `).success).toBe(true)
  expect(remark('🎸'.repeat(501)).issues?.[0]?.message).toBe('最多可以输入500个字符哦')
  const body = (reason: string) =>
    v.is(createTransferRequestSchema(100), { student: 'S1', oldMajor: '1', newMajor: '2', reason })
  expect([body('字'.repeat(100)), body(` ${'🎸'.repeat(99)} `), body('字'.repeat(2001))]).toEqual([
    true,
    false,
    false,
  ])
})
