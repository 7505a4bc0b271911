import { expect, test } from 'vitest'
import {
  listIdNumberSpellings,
  recognizeIdDocument,
  validateIdNumber,
  type IdDocumentType,
} from '#contract/id-document'
import { isIdNumber, normalizeIdNumber } from '#contract/id-number'
import { isPhoneAbroad, normalizePhone, toE164 } from '#contract/phones'

const examples: readonly (readonly [IdDocumentType, string, isSure: boolean])[] = [
  ['resident', '11010119800101007X', true],
  ['resident', '110101800101007', true],
  ['hk-macao-permit', 'H1234567801', true],
  ['hk-macao-permit', 'M12345678', false],
  ['taiwan-permit', '12345678', false],
  ['taiwan-permit', '1234567801A', false],
  ['residence-permit', '810000199408230021', true],
  ['residence-permit', '830000199201300022', true],
  ['permanent-residence', 'FRA110088010101', true],
  ['permanent-residence', '911124198108030024', true],
  ['passport', 'E12345678', false],
  ['passport', '123456789', false],
]

test('an identity document is recognized by the form of its number, and it is known which forms other documents share', () => {
  for (const [type, number, isSure] of examples)
    expect([number, recognizeIdDocument(number)]).toEqual([number, { type, isSure }])
  for (const number of ['1234', '1234567', '1101011980010100', '11010119800101007', 'ABCDEFG'])
    expect([number, recognizeIdDocument(number)]).toEqual([number, undefined])
})

test('the number of a document must have the form of its type, and a birthday and check digit if it contains them', () => {
  for (const [type, number] of examples)
    if (!['911124198108030024', '810000199408230021', '830000199201300022'].includes(number))
      expect([type, number, validateIdNumber(type, number)]).toEqual([type, number, undefined])
  expect(validateIdNumber('resident', '810000199408230021')).toBe('shape')
  expect(validateIdNumber('resident', 'E12345678')).toBe('shape')
  expect(validateIdNumber('taiwan-permit', 'H12345678')).toBe('shape')
  expect(validateIdNumber('residence-permit', '110101200801010019')).toBe('shape')
  expect(validateIdNumber('residence-permit', '810000199413230021')).toBe('birthday')
  expect(validateIdNumber('passport', '1234567')).toBeUndefined()
})

test('the check digit of residence permits and new permanent residence cards is verified', () => {
  for (const [type, first] of [
    ['residence-permit', '81000019940823002'],
    ['permanent-residence', '91112419810803002'],
  ] as const) {
    const found = '0123456789X'.split('').map((digit) => validateIdNumber(type, first + digit))
    expect(found.filter((wrong) => wrong === undefined)).toHaveLength(1)
    expect(found.filter((wrong) => wrong === 'digit')).toHaveLength(10)
  }
})

test('the number of a document can be typed in lower case, in full width, with hyphens and brackets', () => {
  for (const typed of ['e12345678', ' Ｅ１２３４ 5678 ', 'E-1234-5678', 'e1234(5678)'])
    expect(normalizeIdNumber(typed)).toBe('E12345678')
  expect(['E1234', 'E123', '护照E12345'].map(isIdNumber)).toEqual([true, false, false])
})

test('a resident ID card of 15 digits and the one of 18 digits that replaced it name the same person', () => {
  expect(listIdNumberSpellings('110101800101007')).toContain('11010119800101007X')
  expect(listIdNumberSpellings('11010119800101007x')).toContain('110101800101007')
  expect(listIdNumberSpellings('110101200801010019')).toEqual(['110101200801010019'])
  expect(listIdNumberSpellings('h-12345678')).toEqual(['H12345678'])
})

test('phone numbers outside the mainland are E.164, and mainland numbers keep their 11 digits', () => {
  for (const [typed, stored] of [
    ['+852 9123 4567', '+85291234567'],
    ['00852-91234567', '+85291234567'],
    ['+853 6612 3456', '+85366123456'],
    ['+886 0912 345 678', '+886912345678'],
    ['（+１） 415 555 2671', '+14155552671'],
  ] as const) {
    expect(normalizePhone(typed)).toBe(stored)
    expect([stored, isPhoneAbroad(stored)]).toEqual([stored, true])
    expect(toE164(stored)).toBe(stored)
  }
  for (const wrong of ['+852912345', '+85212345678', '+86138001380', '+12', '85291234567'])
    expect([wrong, isPhoneAbroad(wrong)]).toEqual([wrong, false])
  expect(normalizePhone('+86 138 0013 8000')).toBe('13800138000')
  expect(toE164('13800138000')).toBe('+8613800138000')
})
