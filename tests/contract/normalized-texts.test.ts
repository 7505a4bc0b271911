import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  expandIdCard,
  parseBirthdayFromIdCard,
  parseGenderFromIdCard,
  validateIdCard,
} from '#contract/id-card'
import { recognizeIdDocument, validateIdNumber } from '#contract/id-document'
import { isIdNumber } from '#contract/id-number'
import { normalizeName, stripInvisibleMarks, toDuplicateKey } from '#contract/names'
import {
  countCharacters,
  isStorableText,
  normalizeAmount,
  normalizeNumberText,
  normalizeWorkNumber,
} from '#contract/normalize'
import {
  HOUSEHOLD_PHONE_PATTERN,
  isPhoneAbroad,
  MOBILE_PATTERN,
  mobileNumberField,
  normalizePhone,
  toE164,
} from '#contract/phones'

describe('a number as it is typed', () => {
  test.each([
    ['¥1,234.50', '1234.50'],
    ['1,234元', '1234'],
    ['12,345,678', '12345678'],
    ['123,456.789', '123456.789'],
    ['1,234.', '1234.'],
    ['12,34', '12,34'],
    ['1,2345', '1,2345'],
    ['1234,567', '1234,567'],
    ['x1,234', 'x1,234'],
    ['1,234x', '1,234x'],
    ['1,234.x', '1,234.x'],
    ['a,123', 'a,123'],
    ['1,abc', '1,abc'],
    ['1元5', '1元5'],
    ['5¥', '5¥'],
  ])('the amount %s is %s', (typed, amount) => expect(normalizeAmount(typed)).toBe(amount))

  test('loses blanks, invisible characters and full width; a work number is in capitals', () => {
    expect(normalizeNumberText(' １２\u200b3 \n4')).toBe('1234')
    expect(normalizeWorkNumber(' ａb1 ')).toBe('AB1')
  })

  test.each([
    ['13800000000', true, true],
    ['12800000000', false, true],
    ['11800000000', false, false],
    ['138000000001', false, false],
    ['1380000000', false, false],
    ['x13800000000', false, false],
    ['1380000000x', false, false],
  ])('%s is a mobile number: %s; of a household: %s', (number, isMobile, isHousehold) => {
    expect(MOBILE_PATTERN.test(number)).toBe(isMobile)
    expect(HOUSEHOLD_PHONE_PATTERN.test(number)).toBe(isHousehold)
  })

  test.each([
    ['8613800000000', '13800000000'],
    ['008613800000000', '13800000000'],
    ['+86-138-0000-0000', '13800000000'],
    ['86138000000001', '86138000000001'],
    ['18613800000000', '18613800000000'],
    ['(00852) 9123 4567', '+85291234567'],
    ['000123', '000123'],
    ['1+8860912345678', '1+8860912345678'],
  ])('the phone number %s is %s', (typed, number) => expect(normalizePhone(typed)).toBe(number))

  test.each([
    ['+85291234567', true],
    ['+852912345678', false],
    ['+85391234567', false],
    ['+853612345678', false],
    ['+8869123456789', false],
    ['+1234567', true],
    ['+123456', false],
    ['+123456789012345', true],
    ['+1234567890123456', false],
    ['x+1234567', false],
    ['+1234567x', false],
    ['+8612345678', false],
    ['+0123456789', false],
  ])('%s is a number abroad: %s', (number, isAbroad) =>
    expect(isPhoneAbroad(number)).toBe(isAbroad),
  )

  test('a required number is of the mainland by a pattern, or abroad', () => {
    const texts = { empty: { zh: '空', en: 'empty' }, wrong: { zh: '错', en: 'wrong' } }
    const field = mobileNumberField({ ...texts, pattern: MOBILE_PATTERN })
    const read = (typed: string) => {
      const result = v.safeParse(field.decode, typed)
      return result.success ? result.output : result.issues.length
    }
    expect(['138 0000 0000', '+852 9123 4567', '12800000000', '', ' '].map(read)).toEqual([
      '13800000000',
      '+85291234567',
      1,
      1,
      1,
    ])
  })

  test('a stored number of the mainland gets its country code, and another one keeps its own', () =>
    expect(['13800000000', '138000000001', 'x13800000000', '+85291234567'].map(toE164)).toEqual([
      '+8613800000000',
      '138000000001',
      'x13800000000',
      '+85291234567',
    ]))
})

describe('the number of an identity document', () => {
  test('longer or shorter numbers than a form has are none of this form', () => {
    for (const number of [
      '1810000199408230021',
      '8100001994082300211',
      '1911124198108030024',
      '9111241981080300241',
      'XFRA110088010101',
      'FRA1100880101011',
      '12345678901',
    ])
      expect([number, recognizeIdDocument(number)]).toEqual([number, undefined])
    for (const number of ['XFRA110088010101', 'FRA1100880101011'])
      expect(validateIdNumber('permanent-residence', number)).toBe('shape')
    for (const number of ['H12345678012', 'XH12345678', 'H1234567801X'])
      expect(validateIdNumber('hk-macao-permit', number)).toBe('shape')
    expect(['E12345678护', 'E12345678'].map(isIdNumber)).toEqual([false, true])
    expect(['1'.repeat(18), '1'.repeat(19)].map(isIdNumber)).toEqual([true, false])
  })

  test('of a resident has the gender and the birthday', () => {
    expect(
      ['11010119800101007X', '110101198001010061', '110101800101007', '110101800101008', 'x'].map(
        parseGenderFromIdCard,
      ),
    ).toEqual(['1', '2', '1', '2', undefined])
    expect(['11010119800101007X', '110101851231007', 'x'].map(parseBirthdayFromIdCard)).toEqual([
      '1980-01-01',
      '1985-12-31',
      undefined,
    ])
    expect(expandIdCard('110101800101007')).toBe('11010119800101007X')
  })

  test('of a resident is checked by its shape, its birthday and its check digit', () => {
    expect(
      [
        '11010119800101007x',
        '110101198001010071',
        '11010119800230007X',
        '110101800230007',
        '110101800101007',
        '1101018001010071',
      ].map(validateIdCard),
    ).toEqual([undefined, 'digit', 'birthday', 'birthday', undefined, 'shape'])
  })
})

describe('texts', () => {
  test('are the same row if they differ only in width, case, blanks and invisible characters', () => {
    expect(toDuplicateKey(['Ａ b\u200b', 'c'])).toBe(toDuplicateKey(['ab', 'C']))
    expect(toDuplicateKey(['ab', 'c'])).not.toBe(toDuplicateKey(['a', 'bc']))
    expect(toDuplicateKey(['a'])).not.toBe(toDuplicateKey(['b']))
  })

  test('keep a joiner only behind a letter or an emoji that needs it', () => {
    expect(stripInvisibleMarks('👩\u200d🎓')).toBe('👩\u200d🎓')
    expect(stripInvisibleMarks('a\u200d👩')).toBe('a👩')
    expect(stripInvisibleMarks('👩a\u200d')).toBe('👩a')
    expect(stripInvisibleMarks('👩\u200b')).toBe('👩')
  })

  test('of a name have one blank between parts, and none between Chinese characters', () => {
    expect(normalizeName(' John \t Smith ')).toBe('John Smith')
    expect(normalizeName('王 \u3000 小  明')).toBe('王小明')
  })

  test('have as many characters as a reader counts', () =>
    expect([' 𠮷a ', '', ' '].map(countCharacters)).toEqual([2, 0, 0]))

  test('can be stored unless they have a zero byte or half of a pair', () =>
    expect(
      ['', 'a', '𠮷', '𠮷𠮷a', 'a\0', '\ud800', '\ud800a', 'a\udc00', '\udc00', '\udc00𠮷'].map(
        isStorableText,
      ),
    ).toEqual([true, true, true, true, false, false, false, false, false, false]))
})
