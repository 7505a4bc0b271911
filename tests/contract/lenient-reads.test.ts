import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { family, familyForm } from '#contract/family'
import { type FamilyMember } from '#contract/family-household'
import { restoreIdNumbers } from '#contract/restore-id-numbers'
import { isRecordResponse } from '#contract/rules'
import { travel, travelForm } from '#contract/travel'
import { uniform } from '#contract/uniform'

const guardian = (over: object = {}) => ({
  guardian: '陈建国',
  relation: '1',
  phone: '13912345678',
  guardianidentifyId: '',
  job: '教师',
  workplace: '光明中学',
  stuCode: 's1',
  processId: '1',
  stuPhone: '13812345678',
  nativePlace: '广东省,东莞市',
  students: '广东省,东莞市',
  householdType: '1',
  migrateStatus: '1',
  ...over,
})
const trip = {
  stuCode: 's1',
  processId: '2',
  startCity: '广东省,东莞市',
  startDate: '2026-08-20 00:00:00',
  arriveDate: '2026/08/21',
  schoolbusSite: '14:30:00',
  tripMode: null,
  heelNum: 2,
  remark: '',
  remarks: null,
  status: null,
}

describe('reads accept whatever the campus has stored; only writes are validated', () => {
  test('a travel record with an empty remark, a date with a time and a missing choice can be read', () => {
    const read = v.parse(travel.find.output.decode, { results: trip })
    expect(read.travel).toEqual({
      student: 's1',
      step: '2',
      startCity: '广东省,东莞市',
      startDate: '2026-08-20',
      arrivalDate: '2026-08-21',
      arrivalTime: '14:30',
      mode: '',
      companions: '2',
      remark: '',
      open: null,
    })
    expect(v.safeParse(travelForm.payload.schema, read.travel).success).toBe(false)
  })

  test('a guardian without a phone number, a job or a known relation can be read, and so can a household without a moving date', () => {
    const wire = guardian({
      relation: '9',
      phone: null,
      job: '',
      stuPhone: '',
      householdType: null,
      migrateStatus: '',
    })
    const { household } = v.parse(family.find.output.decode, { results: [wire] })
    expect(household).toMatchObject({
      willing: null,
      householdType: '',
      members: [{ relation: '9', phone: '', job: '' }],
    })
    expect(v.safeParse(familyForm.payload.schema, household).success).toBe(false)
  })

  test('whether a record exists is read in all spellings that campuses use', () => {
    for (const results of [[], null, '', 'null']) {
      expect(family.find.rule.isSuccess({ results })).toBe(true)
      expect(v.parse(family.find.output.decode, { results })).toEqual({ household: null })
    }
    for (const results of [[], null])
      expect(v.parse(uniform.find.output.decode, { results })).toEqual({ chosen: [] })
  })

  test('choosing between add and update needs only whether there is a record', () => {
    for (const results of [[{}], [{ anything: 1 }], { startCity: null }])
      expect(isRecordResponse({ results })).toBe(true)
    for (const results of [[], null, '', undefined])
      expect(isRecordResponse({ results })).toBe(false)
  })
})

describe('matching of ID numbers to family members [FAM-16 D-40]', () => {
  const member = (over: Partial<FamilyMember> = {}): FamilyMember => ({
    name: '陈建国',
    relation: '1',
    phone: '13912345678',
    idNumber: '',
    job: '教师',
    workplace: '光明中学',
    ...over,
  })
  const father = member({ idNumber: 'F' })
  const mother = member({ name: '周敏', relation: '2', phone: '13900000002', idNumber: 'M' })
  const numbers = (mine: FamilyMember[], known: FamilyMember[]) =>
    restoreIdNumbers(mine, known).map(({ idNumber }) => idNumber)

  test.each([
    ['the same members', [member(), { ...mother, idNumber: '' }], ['F', 'M']],
    ['a corrected name', [member({ name: '陈建囯' }), { ...mother, idNumber: '' }], ['F', 'M']],
    ['a corrected relation', [member({ relation: '3' }), { ...mother, idNumber: '' }], ['F', 'M']],
    ['members in another order', [{ ...mother, idNumber: '' }, member()], ['M', 'F']],
    ['the first member removed', [{ ...mother, idNumber: '' }], ['M']],
    [
      'a new member before the others',
      [member({ name: '陈小妹', relation: '3', phone: '1' }), member()],
      ['', 'F'],
    ],
    [
      'a new member in place of another',
      [member({ name: '陈小妹', relation: '3', phone: '1' })],
      [''],
    ],
    ['a member with an entered number', [member({ idNumber: 'X' })], ['X']],
  ])(
    'family members of a campus without ids keep their ID numbers: %s',
    (_name, mine, expected) => {
      expect(numbers(mine, [father, mother])).toEqual(expected)
    },
  )

  test('family members of a campus with ids keep their ID numbers through any correction, and a member without an id is new', () => {
    const known = [
      { ...father, memberId: '1.0' },
      { ...mother, memberId: '1.1' },
    ]
    const corrected = member({ name: '陈', relation: '3', phone: '1', memberId: '1.0' })
    expect(numbers([member({ name: '陈小妹', relation: '1' }), corrected], known)).toEqual([
      '',
      'F',
    ])
  })
})
