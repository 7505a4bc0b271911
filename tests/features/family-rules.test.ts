import { expect, test } from 'vitest'
import { parseDetailsDraft } from '#app/features/family/details-values.ts'
import { familyOutboxView } from '#app/features/family/outbox-view.ts'
import {
  parseFamilyDraft,
  parseFamilyRecord,
  toFamilyFormValues,
} from '#app/features/family/values.ts'
import { maskIdNumber } from '#app/lib/format/id-numbers.ts'
import { redactIdNumbers } from '#app/lib/format/id-numbers.ts'
import { listFieldIssues } from '#app/lib/forms/contract-form.ts'

const own = { student: 's', step: '1', phone: '13800138000' }
const member = {
  name: '陈建国',
  relation: '1',
  phone: '13912345678',
  idNumber: '110101200801010015',
  job: '教师',
  workplace: '一中',
}
const household = {
  student: 's',
  step: '1',
  phone: '13800138000',
  nativePlace: '广东省,东莞市',
  originPlace: '香港特别行政区,中西区',
  householdType: '2',
  willing: false,
  members: [member],
}

test('redacting a record removes ID numbers at any depth and changes nothing else [D-105]', () => {
  const at = new Date(0)
  const read = {
    data: {
      value: {
        records: [{ idCard: '1', name: 'a', tags: ['x'] }],
        household: { members: [{ idNumber: '2' }] },
      },
    },
    at,
  }
  expect(redactIdNumbers(read)).toEqual({
    data: {
      value: {
        records: [{ idCard: '', name: 'a', tags: ['x'] }],
        household: { members: [{ idNumber: '' }] },
      },
    },
    at,
  })
  expect(read.data.value.records[0]?.idCard).toBe('1')
  expect(redactIdNumbers(null)).toBeNull()
  expect(redactIdNumbers({ idCard: null })).toEqual({ idCard: null })
})

test('a masked ID number shows only its first three and last four digits [FAM-02]', () => {
  expect(maskIdNumber('110101200801010015')).toBe('110******0015')
  expect(maskIdNumber('110101080101001')).toBe('110******1001')
})

test('the family form’s values and draft hold no ID number of a member [FAM-16 D-105]', () => {
  expect(toFamilyFormValues(household, own).members).toEqual([{ ...member, idNumber: '' }])
  expect(parseFamilyDraft(toFamilyFormValues(household, own), own)?.members).toEqual([
    { ...member, idNumber: '' },
  ])
})

test('a new family form has the student’s phone number, one empty member and nothing chosen; a stored record takes precedence', () => {
  expect(toFamilyFormValues(undefined, own)).toMatchObject({
    phone: own.phone,
    willing: null,
    householdType: '',
    members: [{ name: '' }],
  })
  expect(toFamilyFormValues({ ...household, phone: '13900139000' }, own).phone).toBe('13900139000')
  expect(parseFamilyRecord(household)).toEqual(household)
  expect(parseFamilyRecord({ ...household, members: 'none' })).toBeUndefined()
  expect(parseFamilyDraft({ phone: 1 }, own)).toBeUndefined()
})

test('the outbox describes a family form by the names of its members and by labels instead of codes [OFF-22]', () => {
  expect(familyOutboxView.summary(household, 'zh')).toBe('家庭成员：陈建国')
  expect(
    familyOutboxView.summary(
      { ...household, members: [member, { ...member, name: '周敏' }] },
      'en',
    ),
  ).toBe('Family members: 陈建国, 周敏')
  const shown = (language: 'zh' | 'en') =>
    familyOutboxView.fields.map(({ name, show }) =>
      show(household[name as keyof typeof household], language, household),
    )
  expect(shown('zh')).toEqual([
    '13800138000',
    '广东省 东莞市',
    '香港特别行政区 中西区',
    '农村',
    '不迁移',
    '陈建国 父亲 13912345678 教师 一中',
  ])
  expect(shown('en').at(-1)).toBe('陈建国 Father 13912345678 Teacher 一中')
  expect(familyOutboxView.fields.map(({ show }) => show(undefined, 'zh', {}))).toEqual([
    '',
    '',
    '',
    '',
    '',
    '',
  ])
  expect(familyOutboxView.editAt?.(household, '990001')).toBe('/personalinformation/1/990001')
})

test('the family form’s errors are listed in the order of the page, with those of each member', () => {
  const error = (message: string) => ({ type: 'check', message })
  const errors = {
    members: [undefined, { phone: error('c'), name: error('d') }],
    willing: error('b'),
    phone: error('a'),
    hidden: error('x'),
  }
  expect(listFieldIssues(errors, ['phone', 'willing', 'members'])).toEqual([
    { path: 'phone', message: 'a' },
    { path: 'willing', message: 'b' },
    { path: 'members.1.phone', message: 'c' },
    { path: 'members.1.name', message: 'd' },
  ])
  expect(listFieldIssues({ members: { root: error('e') } }, ['members'])).toEqual([
    { path: 'members', message: 'e' },
  ])
})

test('a draft of the personal details does not keep the code of the text message, which expires within minutes', () => {
  const values = {
    student: 's',
    name: '陈晓雨',
    wechat: '',
    email: '',
    phone: '',
    code: '123456',
    members: [],
  }
  expect(parseDetailsDraft({ values }, 's')).toEqual({ ...values, code: '' })
  expect(parseDetailsDraft({ values: { ...values, name: 1 } }, 's')).toBeUndefined()
})
