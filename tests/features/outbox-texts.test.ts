import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  findFormValidationError,
  readStoredFields,
  formViewsByName,
} from '#app/features/outbox/form-views.ts'
import {
  mergeConflictingFields,
  splitConflictingFields,
} from '#app/features/outbox/merge-fields.ts'
import { parseRegions } from '#app/features/regions/regions.ts'
import { extractCity } from '#app/features/travel/outbox-view.ts'

const travel = {
  student: 's',
  step: '2',
  startCity: '广东省,东莞市',
  startDate: '2026-08-20',
  arrivalDate: '2026-08-21',
  arrivalTime: '14:30',
  mode: '火车',
  companions: '2',
  remark: '家长同行',
  open: true,
}

describe('the description of a form', () => {
  test('a travel form is described by city, day and mode of travel [OFF-22]', () => {
    expect(formViewsByName['travel']?.summary(travel, 'zh')).toBe('东莞 → 学校，8月20日，火车')
    expect(formViewsByName['travel']?.summary(travel, 'en')).toContain('Train')
    expect(formViewsByName['travel']?.editAt?.(travel, '990001')).toBe(
      '/schoolInformation/2/990001',
    )
  })
  test.each([
    ['北京市,市辖区,东城区', '北京'],
    ['广东省,广州市,天河区', '广州'],
    ['香港特别行政区,中西区', '中西区'],
    ['', ''],
  ])('the city of the region %s is %s', (joined, city) => expect(extractCity(joined)).toBe(city))
  test('a stored payload that is not an object has no fields', () =>
    expect(readStoredFields({ payload: 'x' })).toEqual({}))
})

describe('the comparison of the phone’s and the university’s values', () => {
  const theirs = { ...travel, mode: '飞机', arrivalDate: '2026-08-19', startDate: '2026-08-19' }
  const view = formViewsByName['travel']
  test('only fields whose values differ must be chosen', () => {
    const split = view && splitConflictingFields(view, travel, theirs)
    expect(split?.differing.map(({ name }) => name)).toEqual(['startDate', 'arrivalDate', 'mode'])
    expect(split?.alike).toHaveLength(5)
  })
  test('the merged form has the chosen value of each field', () => {
    const mix = mergeConflictingFields({
      fields: formViewsByName['travel']?.fields ?? [],
      mine: travel,
      theirs,
      sides: { mode: 'theirs', startDate: 'mine', arrivalDate: 'mine' },
    })
    expect(mix).toEqual({ ...travel, mode: '飞机' })
    expect(findFormValidationError('travel', mix, 'zh')).toBeUndefined()
  })
  test('two valid records that merge into an invalid one are reported as invalid', () => {
    const mix = mergeConflictingFields({
      fields: formViewsByName['travel']?.fields ?? [],
      mine: travel,
      theirs,
      sides: { arrivalDate: 'theirs' },
    })
    expect(findFormValidationError('travel', mix, 'zh')).toBe('到达日期不能早于出发日期')
  })
})

describe('regions', () => {
  const regions = parseRegions(JSON.parse(readFileSync('public/regions.json', 'utf8')))
  test('the path of a district has the names of its province and city [TRV-10]', () => {
    const [found] = regions.search('天河区')
    expect(regions.pathOf(found?.value ?? '').map(({ name }) => name)).toEqual([
      '广东省',
      '广州市',
      '天河区',
    ])
  })
  test('a city without districts has no further choices, and the placeholder -- is not found by a search [D-39]', () => {
    const dongguan = regions.search('东莞市')[0]
    expect(regions.choicesIn(dongguan?.value ?? 'x')).toEqual([])
    expect(regions.all.filter(({ value }) => value === '--').length).toBeGreaterThan(0)
    expect(regions.search('--')).toEqual([])
  })
  test('Hong Kong and Macao have two levels of regions', () => {
    for (const name of ['香港', '澳门']) {
      const province = regions.provinces().find((one) => one.name.startsWith(name))
      const below = regions.choicesIn(province?.value ?? '')
      expect(below.length).toBeGreaterThan(0)
      expect(below.every(({ value }) => regions.choicesIn(value).length === 0)).toBe(true)
    }
  })
})
