import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PinyinReadings } from '#app/features/regions/region-search.ts'
import { parseRegions } from '#app/features/regions/regions.ts'
import { formatRegionPinyin } from '../../scripts/region-pinyin.ts'
import { buildRegionsText, regionNamesIn } from '../../scripts/regions.ts'

const file = await readFile('public/regions.json', 'utf8')
const pinyinFile = await readFile('public/region-pinyin.json', 'utf8')
const readings = v.parse(PinyinReadings, JSON.parse(pinyinFile))
const regions = parseRegions(JSON.parse(file), () => readings)
const named = (code: string) => regions.all.find(({ value }) => value === code)?.name

test('the bundled regions and their pinyin are what the generator makes from the code list', async () => {
  expect(await buildRegionsText()).toBe(file)
  expect(formatRegionPinyin(regionNamesIn(file))).toBe(pinyinFile)
})

test('a region is found in Chinese, in pinyin and by its initials, also after the names of the regions that contain it [FAM-44 TRV-02]', () => {
  const found = (typed: string) =>
    regions.search(typed).map(({ value }) =>
      regions
        .pathOf(value)
        .map(({ name }) => name)
        .join(' '),
    )
  const XIAOSHAN = '浙江省 杭州市 萧山区'
  for (const typed of [
    '萧山',
    '杭州 萧山',
    '浙江杭州萧山',
    '浙江省杭州市萧山区',
    'xiaoshan',
    'Hangzhou Xiaoshan',
    'hz xs',
    'zjhzxs',
    'ｘｉａｏｓｈａｎ',
  ])
    expect(found(typed)[0], typed).toBe(XIAOSHAN)
  expect(found('杭州')).toContain('浙江省 杭州市')
  expect(found('hangzhou')[0]).toBe('浙江省 杭州市')
  expect(found("xi'an").slice(0, 3)).toContain('陕西省 西安市')
  expect(found('chongqing')[0]).toBe('重庆市')
  expect(found('lvliang')[0]).toBe('山西省 吕梁市')
  expect(found('lüliang')[0]).toBe('山西省 吕梁市')
  // 'laoting' is the local reading of a place's name, and 'leting' the usual one.
  for (const typed of ['luan', 'laoting', 'leting', 'yueqing', 'leqing'])
    expect(found(typed).length, typed).toBeGreaterThan(0)
  expect(found('yueqing')[0]).toBe('浙江省 温州市 乐清市')
  expect(found('leqing')[0]).toBe('浙江省 温州市 乐清市')
  expect(found('恩施利川')).toEqual(['湖北省 恩施土家族苗族自治州 利川市'])
  expect(found('bjhd')[0]).toBe('北京市 市辖区 海淀区')
  // An exact name is listed before names that only begin with it.
  expect(found('海南')[0]).toBe('海南省')
  expect(found('吉林').slice(0, 2)).toEqual(['吉林省', '吉林省 吉林市'])
  expect(
    found('朝阳')
      .slice(0, 3)
      .every((name) => /朝阳[市区县]$/.test(name)),
  ).toBe(true)
  expect(found('  ')).toEqual([])
  expect(found('qqq')).toEqual([])
})

test('without its pinyin file the region search still finds Chinese names', () => {
  const plainly = parseRegions(JSON.parse(file))
  expect(plainly.search('杭州 萧山').map(({ name }) => name)).toEqual(['萧山区'])
  expect(plainly.search('xiaoshan')).toEqual([])
})

test('every region has a name, a code of six digits or the placeholder, and the code of the region that contains it [FAM-44]', () => {
  for (const region of regions.all) {
    expect(Object.keys(region).sort()).toEqual(['name', 'parent', 'value'])
    expect(region.value).toMatch(/^(\d{6}|--)$/)
    expect(region.name).not.toMatch(/[\s\d]|^$/)
    if (region.parent !== '') expect(named(region.parent), region.name).toBeDefined()
  }
  const codes = regions.all.map(({ value }) => value).filter((value) => value !== '--')
  expect(new Set(codes).size).toBe(codes.length)
})

test('there are 34 provinces, each with regions below it, in three levels [FAM-45]', () => {
  const provinces = regions.provinces()
  expect(provinces).toHaveLength(34)
  for (const { value, name } of provinces)
    expect(regions.childrenOf(value).length, name).toBeGreaterThan(0)
  expect(regions.joinNames(['440000', '440100', '440106'])).toBe('广东省,广州市,天河区')
  expect(named('710000')).toBe('台湾省')
  expect(regions.all.length).toBeGreaterThan(3300)
})

test('Hong Kong and Macao have districts without a city level [FAM-46]', () => {
  expect(regions.childrenOf('810000')).toHaveLength(18)
  expect(regions.childrenOf('820000')).toHaveLength(8)
  for (const { value } of [...regions.childrenOf('810000'), ...regions.childrenOf('820000')]) {
    expect(value).toMatch(/^8[12]00\d\d$/)
    expect(regions.childrenOf(value)).toEqual([])
  }
  expect(regions.joinNames(['810000', '810001'])).toBe('香港特别行政区,中西区')
})

test('a city without districts has the placeholder, which is not part of a joined name [FAM-47]', () => {
  for (const parent of ['441900', '442000', '460400', '620200']) {
    expect(regions.childrenOf(parent)).toEqual([{ name: '--', value: '--', parent }])
  }
  expect(regions.joinNames(['440000', '441900', '--'])).toBe('广东省,东莞市')
})

test('a joined name of a region is resolved to its codes', () => {
  expect(regions.codesOf('广东省,东莞市')).toEqual(['440000', '441900', '--'])
  expect(regions.codesOf('北京市,市辖区,朝阳区')).toEqual(['110000', '110100', '110105'])
  expect(regions.codesOf('香港特别行政区,中西区')).toEqual(['810000', '810001'])
  expect(regions.codesOf('火星')).toEqual([])
})
