import fc from 'fast-check'
import { contract } from '#contract/index'

// A list of records, as a list or as JSON text.
const member = fc.record({
  guardian: fc.constantFrom('陈建国', '林芳'),
  relation: fc.constantFrom('1', '2', '3'),
  phone: fc.constantFrom('13912345678', '19912345678'),
  guardianidentifyId: fc.constantFrom('', '110101197001010011'),
  job: fc.constantFrom('教师', '其他'),
  workplace: fc.constantFrom('学校', '无'),
})
const household = fc
  .tuple(
    fc.array(member, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.constantFrom('1', '2', '3'),
  )
  .map(([members, willing, householdType]) =>
    members.map((one) => ({
      ...one,
      stuCode: 'S990001',
      processId: '1',
      stuPhone: '13912345678',
      nativePlace: '广东省,东莞市',
      students: '湖南省,长沙市,岳麓区',
      householdType,
      migrateStatus: willing ? '1' : '0',
    })),
  )
const info = fc
  .oneof(
    household,
    household.map((records) => JSON.stringify(records)),
  )
  .map((records) => ({ info: records }))
const found = fc.oneof(fc.constant([]), household).map((results) => ({ results }))
const bellSchedule = fc.record({
  id: fc.string(),
  version: fc.string(),
  values: fc.record({
    firstDay: fc.constantFrom('2026-03-01', '2026-10-01'),
    periods: fc.constantFrom('08:00-08:45', '8:00-8:45，8:55-9:40'),
  }),
})
/**
 * Wire values of codecs that are written by hand, for which no values can be generated from a
 * schema.
 */
export const manualArbitraries: ReadonlyMap<unknown, fc.Arbitrary<unknown>> = new Map<
  unknown,
  fc.Arbitrary<unknown>
>([
  [contract.family.add.input, info],
  [contract.family.update.input, info],
  [contract.family.find.output, found],
  [contract.referenceData.saveBellSchedule.input, bellSchedule],
])
