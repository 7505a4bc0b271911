import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceData } from '#contract/reference-data'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { type FileRow, createImportRunner } from '../support/backend/import-runner.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const LONG = '长'.repeat(50)
const entry = (number: string, more: FileRow): FileRow => ({
  序号: number,
  名称: `入口${number}`,
  首页显示: '是',
  ...more,
})
const fee = (item: string, level: string, amount = '0'): FileRow => ({
  年度: '2033',
  项目: item,
  培养层次: level,
  '金额（元）': amount,
})

/**
 * Values that an import can write into a list that the office also edits: each option, the longest
 * texts, and the limits of each range.
 */
const FILES: readonly {
  readonly kind: string
  readonly list: keyof typeof referenceData
  readonly find: string
  readonly rows: readonly FileRow[]
}[] = [
  {
    kind: 'fee-items',
    list: 'feeItems',
    find: '2033',
    rows: [
      fee('学费', '本科', '1000000'),
      fee('学费', '研究生', '0.01'),
      fee('学费', ''),
      fee('住宿费', '不限'),
      fee(LONG, '本科'),
    ],
  },
  {
    kind: 'fee-items',
    list: 'feeItems',
    find: '1990',
    rows: [{ ...fee('学费', '本科'), 年度: '1990' }],
  },
  {
    kind: 'least-fees',
    list: 'leasts',
    find: '2033',
    rows: [
      { 年度: '2033', 培养层次: '本科', '最低金额（元）': '全额' },
      { 年度: '2033', 培养层次: '研究生', '最低金额（元）': '5000.55' },
    ],
  },
  {
    kind: 'least-fees',
    list: 'leasts',
    find: '1990',
    rows: [{ 年度: '1990', 培养层次: '本科', '最低金额（元）': '0' }],
  },
  {
    kind: 'home-entries',
    list: 'entries',
    find: '入口',
    rows: [
      entry('99999', {
        地址: `https://campus.test/${'x'.repeat(400)}`,
        图标: 'applicationprofessionaltransfer',
      }),
      entry('901', { 适用对象: '所有人', 仅研究生: '是', 分组: LONG, 岗位: '宿管' }),
      entry('902', { 适用对象: '教职工', 岗位: '审核老师', 开始时间: '2026-08-20 08:00' }),
      entry('903', { 名称: `入口${'长'.repeat(48)}`, 首页显示: '否', 全部应用显示: '是' }),
      entry('904', { 仅本科新生: '是' }),
    ],
  },
  {
    kind: 'steps',
    list: 'steps',
    find: '长长',
    rows: [{ 序号: '7', 步骤名称: LONG, 页面: '生活用品', 可跳过: '是', 仅选宿舍的学生: '是' }],
  },
  {
    kind: 'terms',
    list: 'terms',
    find: '2033',
    rows: [{ 学期: '2033-2034-1', 第一周周一: '2033-08-29', 周数: '1' }],
  },
  {
    kind: 'calendar-days',
    list: 'events',
    find: '2033',
    rows: [
      { 开始日期: '2033-10-01', 结束日期: '2033-10-07', 事项: '日'.repeat(100), 放假: '是' },
      {
        开始日期: '2033-11-01',
        结束日期: '2033-11-01',
        事项: '运动会',
        英文名称: 'x'.repeat(200),
      },
    ],
  },
  {
    kind: 'dorm-types',
    list: 'dorms',
    find: '长长',
    rows: [{ 类型编号: 'X9', 类型名称: LONG, '价格（元/年）': '0', 床位数: '100000' }],
  },
  {
    kind: 'rooms',
    list: 'rooms',
    find: '楼楼',
    rows: [
      { 楼栋: '楼'.repeat(50), 房间: '房'.repeat(20), 宿舍类型: LONG, 床位: '20', 性别: '不限' },
      { 楼栋: '楼楼', 房间: '1', 宿舍类型: LONG, 床位: '甲、乙', 性别: '女' },
    ],
  },
  {
    kind: 'living-packages',
    list: 'packages',
    find: '长长',
    rows: [
      {
        用品编号: 'Z1',
        目录: '国际',
        名称: LONG,
        '价格（元）': '1000000',
        必选: '是',
        内容: '物'.repeat(300),
        图片: '/own/picture.png',
      },
    ],
  },
  {
    kind: 'uniform-garments',
    list: 'garments',
    find: '长长',
    rows: [{ 品种编号: 'G9', 品种: LONG }],
  },
  {
    kind: 'uniform-colours',
    list: 'colours',
    find: '色色',
    rows: [{ 颜色编号: 'C9', 颜色: '色'.repeat(50) }],
  },
  {
    kind: 'uniform-sizes',
    list: 'sizes',
    find: '长长',
    rows: [
      {
        尺码编号: 'S9',
        品种: LONG,
        尺码: '大'.repeat(20),
        说明: '高'.repeat(100),
        总数: '1000000',
      },
    ],
  },
  {
    kind: 'english-names',
    list: 'names',
    find: '院院',
    rows: [{ 中文: '院'.repeat(200), 英文: 'x'.repeat(200) }],
  },
]

test.each(FILES)(
  '$kind: an imported row opens in the office’s editor and can be saved unchanged',
  async ({ kind, list, find, rows }) => {
    const { id, refused, problem } = await createImportRunner(backend).dryRun(kind, rows)
    expect([refused, problem]).toEqual([[], ''])
    await createImportRunner(backend).apply(kind, id)
    const call = referenceData[list]
    const { body } = await office.post(call.path, { find, after: '', id: '' })
    expect(body.total).toBe(String(rows.length))
    expect(v.safeParse(call.output.decode, body).issues).toBeUndefined()
    for (const { id: row, version, values } of body.data) {
      const said = await office.post(call.path.replace('/list', '/save'), {
        id: row,
        version,
        values,
      })
      expect([said.body.code, values], said.body.msg).toEqual(['0', values])
    }
  },
)
