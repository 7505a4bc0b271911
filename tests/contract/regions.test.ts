import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readRegions } from '#app/lib/regions.ts'
import { compactRegions } from '#server/tools/regions'

const file = await readFile('public/regions.json', 'utf8')
const regions = readRegions(JSON.parse(file))
const named = (code: string) => regions.all.find(({ value }) => value === code)?.name

test('the regions on the phone are what the generator makes of the code list', async () => {
  expect(await compactRegions()).toBe(file)
})

test('FAM-44 every region has a name, a code of six digits or the placeholder, and the code around it', () => {
  for (const region of regions.all) {
    expect(Object.keys(region).sort()).toEqual(['name', 'parent', 'value'])
    expect(region.value).toMatch(/^(\d{6}|--)$/)
    expect(region.name).not.toMatch(/[\s\d]|^$/)
    if (region.parent !== '') expect(named(region.parent), region.name).toBeDefined()
  }
  const codes = regions.all.map(({ value }) => value).filter((value) => value !== '--')
  expect(new Set(codes).size).toBe(codes.length)
})

test('FAM-45 34 provinces, each with regions below it, three levels deep', () => {
  const provinces = regions.provinces()
  expect(provinces).toHaveLength(34)
  for (const { value, name } of provinces) expect(regions.childrenOf(value).length, name).toBeGreaterThan(0)
  expect(regions.joinNames(['440000', '440100', '440106'])).toBe('广东省,广州市,天河区')
  expect(named('710000')).toBe('台湾省')
  expect(regions.all.length).toBeGreaterThan(3300)
})

test('FAM-46 Hong Kong and Macao list districts directly', () => {
  expect(regions.childrenOf('810000')).toHaveLength(18)
  expect(regions.childrenOf('820000')).toHaveLength(8)
  for (const { value } of [...regions.childrenOf('810000'), ...regions.childrenOf('820000')]) {
    expect(value).toMatch(/^8[12]00\d\d$/)
    expect(regions.childrenOf(value)).toEqual([])
  }
  expect(regions.joinNames(['810000', '810001'])).toBe('香港特别行政区,中西区')
})

test('FAM-47 cities without districts have the placeholder, which no joined name says', () => {
  for (const parent of ['441900', '442000', '460400', '620200']) {
    expect(regions.childrenOf(parent)).toEqual([{ name: '--', value: '--', parent }])
  }
  expect(regions.joinNames(['440000', '441900', '--'])).toBe('广东省,东莞市')
})

test('a joined name leads back to its codes', () => {
  expect(regions.codesOf('广东省,东莞市')).toEqual(['440000', '441900', '--'])
  expect(regions.codesOf('北京市,市辖区,朝阳区')).toEqual(['110000', '110100', '110105'])
  expect(regions.codesOf('香港特别行政区,中西区')).toEqual(['810000', '810001'])
  expect(regions.codesOf('火星')).toEqual([])
})
