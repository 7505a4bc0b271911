import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importKinds } from '#server/features/imports/kinds/index'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { type FileRow, createImportRunner } from '../support/backend/import-runner.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let office: ReturnType<typeof createImportRunner>
let fresh: SignedInUser
let continuing: SignedInUser
let international: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = createImportRunner(backend)
  fresh = await backend.signInAs('990001')
  continuing = await backend.signInAs('880001')
  international = await backend.signInAs('880002')
})
afterAll(() => backend.close())

const YEAR = toChinaYear(new Date())
const THIS_YEAR = String(YEAR)
const CLASS = `计算机科学与技术${String(YEAR - 2).slice(2)}-1班`
const current = async (): Promise<string> =>
  (await continuing.post('/searchapi/wechat/student/querySemester', { q: '880001' })).body.results
    .currentSem
const body = async (who: SignedInUser, path: string, ask: object = {}) =>
  (await who.post(path, ask)).body
const calendar = async () => (await backend.post('/api/calendar/find')).body.data

interface Case {
  readonly kind: string
  readonly row: FileRow
  /** Whether the row exists already, so that the import changes it. */
  readonly changes?: true
  /** Invalid values that replace valid ones, with the expected messages. */
  readonly refused: readonly (readonly [FileRow, column: string, says: string])[]
  /** The data that students are shown, and the part of it that comes from the row. */
  readonly shown: () => Promise<unknown>
  readonly shows: string
}

// The application is refused before its picture is decoded.
const LOAN = {
  stuCode: '',
  applyMoney: '6000',
  applyProveBaese64: 'x',
  applyCode: '1',
  receiptCode: '1',
  idCard: '',
}
const TAUGHT = { 班级: CLASS, 课程: '书法', 教师: '冯雪' }

const CASES: readonly Case[] = [
  {
    kind: 'terms',
    row: { 学期: '2031-2032-1', 第一周周一: '2031/9/1', 周数: '18' },
    refused: [
      [{ 第一周周一: '2031-09-02' }, '第一周周一', '第一周应从周一开始'],
      [{ 学期: '秋季学期' }, '学期', '应为学期，例如 2026-2027学年第一学期'],
      [{ 学期: '2031-2033-1' }, '学期', '应为学期，例如 2026-2027学年第一学期'],
      [{ 周数: '31' }, '周数', '应为1到30之间的整数'],
      [{ 学期: '2031-2032-2' }, '第一周周一', '与“2031-2032学年第一学期”的日期重叠'],
    ],
    shown: async () => (await calendar()).terms,
    shows: '{"yearTerm":"2031-2032学年第一学期","startDate":"2031-09-01","weeks":18}',
  },
  {
    kind: 'lessons',
    row: { ...TAUGHT, 星期: '周日', 节次: '第1-2节', 教室: '艺术楼1', 周次: '单周' },
    refused: [
      [{ 班级: '没有的班' }, '班级', '没有“没有的班”这个班级，请先导入班级，或核对名称'],
      [
        { 学期: '2040-2041学年第一学期' },
        '学期',
        '没有“2040-2041学年第一学期”这个学期，请先导入学期',
      ],
      [{ 节次: '9-10' }, '节次', '应为1到9之间的节次，例如 3-4'],
      [{ 节次: '1，3' }, '节次', '应为连续的节次，例如 3-4'],
      [{ 班级: '' }, '班级', '班级和教学班至少填写一项'],
      [
        { 星期: '周八' },
        '星期',
        '只能填写：星期一 / 星期二 / 星期三 / 星期四 / 星期五 / 星期六 / 星期日',
      ],
      [{ 周次: '三周' }, '周次', '应为1到30之间的周次，例如 1-16周'],
    ],
    shown: async () => (await body(continuing, '/stuTable', { stuNumber: '880001' })).data['1'][6],
    shows:
      '"courseName":"书法","classRoomName":"艺术楼1","teacherName":"冯雪","rowSpan":2,"isrowSpan":false,"weekLy":"1"',
  },
  {
    kind: 'teaching-classes',
    row: { 教学班: '书法A-1', 班级: TAUGHT.班级 },
    refused: [
      [{ 班级: '没有的班' }, '班级', '没有“没有的班”这个班级，请先导入班级，或核对名称'],
      [{ 班级: '' }, '班级', '班级和学号至少填写一项'],
      [{ 学号: '404404' }, '学号或考生号', '没有学号或考生号为404404的学生'],
      [
        { 学期: '2040-2041学年第一学期' },
        '学期',
        '没有“2040-2041学年第一学期”这个学期，请先导入学期',
      ],
    ],
    shown: () =>
      backend.db
        .selectFrom('teaching_class_member')
        .select('teaching_class')
        .where('withdrawn_at', 'is', null)
        .execute(),
    shows: '书法A-1',
  },
  {
    kind: 'calendar-days',
    row: { 日期: '20261224', 结束日期: '2026年12月25日', 事项: '校庆', 放假: '是' },
    refused: [
      [{ 结束日期: '2026-12-23' }, '结束日期', '结束日期不能早于开始日期'],
      [{ 日期: '2026/12/24 8:00' }, '开始日期', '应为日期，不能带时间（08:00:00）'],
      [{ 日期: '2026-02-30' }, '开始日期', '应为日期，例如 2026-09-01'],
    ],
    shown: async () => (await calendar()).events,
    shows: '"date":"2026-12-24","endDate":"2026-12-25","title":"校庆"',
  },
  {
    kind: 'steps',
    row: { 序号: '7', 步骤名称: '预订生活用品', 页面: '生活用品', 可跳过: '是' },
    changes: true,
    refused: [
      [
        { 页面: '图书馆' },
        '页面',
        '只能填写：个人与家庭信息 / 到校信息 / 选择宿舍类型 / 军训服装 / 缴费信息 / 缴费明细 / 生活用品',
      ],
      [{ 序号: '8' }, '页面', '步骤“预订生活用品”已用这个页面'],
    ],
    shown: () => body(fresh, '/api/proces/findProcess', { stuCode: '', enrollType: '' }),
    shows: '"moduleName":"预订生活用品","urlName":"livinguse"',
  },
  {
    kind: 'home-entries',
    row: { 序号: '900', 名称: '校园卡', 地址: 'https://card.example.edu/', 首页显示: '是' },
    refused: [
      [{ 地址: '//evil.example' }, '地址', '应为 / 开头的本系统页面，或 http、https 网址'],
      [{ 地址: 'javascript:1' }, '地址', '应为 / 开头的本系统页面，或 http、https 网址'],
      [{ 图标: 'rocket' }, '图标', '没有这个图标；可用的有：welcome'],
      [{ 首页显示: '否' }, '首页显示', '首页和全部应用至少显示一处'],
    ],
    shown: () =>
      body(fresh, '/wx/app/selectAllApp', {
        appId: '',
        type: '1',
        status: '0',
        startTime: '',
        menu: '1',
      }),
    shows: '"title":"校园卡","url":"https://card.example.edu/"',
  },
  {
    kind: 'dorm-types',
    row: { 类型编号: '9', 类型名称: '八人间', 价格: '¥600', 名额: '80' },
    refused: [
      [{ 价格: '12.345' }, '每年价格（元）', '应为金额（元），最多两位小数，例如 5000 或 5000.50'],
      [{ 类型编号: '8', 类型名称: '双人间' }, '类型名称', '另一个编号已用了这个名称'],
      [{ 类型编号: '2', 类型名称: '四人间', 名额: '0' }, '名额', '名额不能少于已占用的'],
    ],
    shown: () => body(fresh, '/api/dormitoryType/QueryDormitoryType', { stuCode: '' }),
    shows: '{"roomType":"9","housetypeName":"八人间","remain":80,"price":"600.00"}',
  },
  {
    kind: 'rooms',
    row: { 楼栋: '丁香苑1号楼', 房间号: '101', 宿舍类型: '四人间', 床位: '4人', 性别: '女' },
    refused: [
      [{ 宿舍类型: '城堡' }, '宿舍类型', '没有“城堡”这种宿舍类型，请先导入宿舍类型'],
      [{ 床位: '21' }, '床位', '应为1到20之间的床位数，或用逗号分开的床号（最多20个，不重复）'],
      [
        { 楼栋: '紫荆苑3号楼', 房间号: '412', 床位: '1', 性别: '男' },
        '床位',
        '2号床有人住，不能去掉',
      ],
      [{ 楼栋: '紫荆苑3号楼', 房间号: '412' }, '性别', '房间里住着另一性别的学生'],
    ],
    // Students are not shown rooms other than their own.
    shown: () =>
      backend.db
        .selectFrom('dorm_room')
        .selectAll()
        .where('building', '=', '丁香苑1号楼')
        .execute(),
    shows: '"room":"101","type_name":"四人间","beds":["1","2","3","4"],"gender":"2"',
  },
  {
    kind: 'room-places',
    row: { 考生号: '990001', 楼栋: '紫荆苑4号楼', 房间: '501', 床号: '3' },
    refused: [
      [{ 考生号: '123456' }, '学号或考生号', '没有学号或考生号为123456的学生，请先导入学生'],
      [{ 房间: '999' }, '房间', '没有紫荆苑4号楼999这个房间，请先导入房间'],
      [{ 床号: '5' }, '床位', '该房间的床位只有：1、2、3、4'],
      [{ 楼栋: '紫荆苑3号楼' }, '房间', '该房间只安排另一性别的学生'],
      [{ 房间: '101', 床号: '1' }, '床位', '该床位已安排给别的学生'],
    ],
    shown: () => body(fresh, '/orientation/selectDormInfo', { stuCode: '' }),
    shows: '"dormName":"紫荆苑4号楼","dormno":"501","bedID":"3"',
  },
  {
    kind: 'charges',
    row: { 学号: '880001', 年度: THIS_YEAR, 收费项目: '体检费', 应缴金额: '60.5' },
    refused: [
      [{ 应缴金额: '60.505' }, '应缴金额（元）', '应为金额（元），最多两位小数'],
      [{ 应缴金额: '-1' }, '应缴金额（元）', '应为金额（元），最多两位小数'],
      [{ 学号: '123456' }, '学号或考生号', '没有学号或考生号为123456的学生，请先导入学生'],
    ],
    shown: () => body(continuing, '/api/fees/open', { stuCode: '' }),
    shows: '{"costName":"体检费","costFees":"60.50"}',
  },
  {
    kind: 'fee-items',
    row: { 年度: '2031', 项目: '学费', 培养层次: '硕士', 金额: '8000' },
    refused: [
      [{ 培养层次: '小学' }, '培养层次', '只能填写：本科 / 研究生 / 不限'],
      [{ 金额: '' }, '金额（元）', '不能为空'],
    ],
    // Students are not shown fees that are not charged to them.
    shown: () => backend.db.selectFrom('fee_item').selectAll().execute(),
    shows: '{"year":2031,"item":"学费","enrolment":"1","amount_fen":800000,',
  },
  {
    kind: 'application-rules',
    row: { 年度: THIS_YEAR, 申请类型: '贷款', 最高金额: '5000' },
    refused: [
      [{ 最高金额: '5500' }, '最高金额（元）', '应为1000到25000元，每档1000元（规则“生源地贷款”）'],
      [{ 最低金额: '6000' }, '最高金额（元）', '最高金额不能低于最低金额'],
      [
        { 开放时间: '2026-09-02', 截止时间: '2026-09-01 18:00' },
        '截止时间',
        '截止时间应晚于开放时间',
      ],
    ],
    shown: () => body(continuing, '/api/greenchannel/saveStuLoanMsg', LOAN),
    shows: '今年的贷款金额应在1000到5000元之间',
  },
  {
    kind: 'scholarships',
    row: { 学号: '880002', 年度: `${THIS_YEAR}年度`, 金额: '1,000.00', 已冲抵: '是' },
    refused: [
      [{ 金额: '一千' }, '金额（元）', '应为金额（元），最多两位小数'],
      [{ 年度: '26' }, '年度', '应为1990到2100之间的整数'],
      [{ 已冲抵: '也许' }, '已冲抵', '只能填写：是 / 否'],
    ],
    shown: () => body(international, '/api/fees/open', { stuCode: '' }),
    shows: '"JXJ":{"isPayMoney":"1000.00","status":',
  },
  {
    kind: 'least-fees',
    row: { 年度: THIS_YEAR, 培养层次: '本科', 最低金额: '3000' },
    refused: [
      [{ 培养层次: '小学' }, '培养层次', '只能填写：本科 / 研究生'],
      [{ 最低金额: '随意' }, '最低金额（元）', '应为金额（元），最多两位小数'],
    ],
    shown: () => body(continuing, '/api/fees/open', { stuCode: '' }),
    shows: '"lowestFee":{"lowestFee":"3000.00"}',
  },
  {
    kind: 'uniform-garments',
    row: { 品种编号: '9', 品种: '腰带' },
    refused: [[{ 品种编号: '九-9' }, '品种编号', '只能由字母和数字组成']],
    shown: () => body(fresh, '/api/uniSele/sele'),
    shows: '"typeName":"腰带"',
  },
  {
    kind: 'uniform-sizes',
    row: { 尺码编号: '199', 品种: '上衣', 尺码: '190', 说明: '身高 190 以上', 数量: '25' },
    refused: [
      [{ 品种: '斗篷' }, '品种', '没有“斗篷”这个品种，请先导入服装品种'],
      [{ 尺码编号: '201' }, '尺码编号', '该尺码编号属于另一个品种'],
      [{ 尺码编号: '103', 尺码: '165', 数量: '0' }, '总数', '件，总数不能更少'],
    ],
    shown: () => body(fresh, '/api/uniSele/sele'),
    shows: '{"id":"199","size":"190","remark":"身高 190 以上"}',
  },
  {
    kind: 'uniform-colours',
    row: { 颜色编号: '9', 颜色: '藏青' },
    refused: [[{ 颜色: '青'.repeat(51) }, '颜色', '最多50个字']],
    shown: () => body(fresh, '/api/uniSele/colo'),
    shows: '{"color":"9","colourName":"藏青"}',
  },
  {
    kind: 'living-packages',
    row: { 编号: '99', 名称: '雨伞', 价格: '35', 必选: '否', 图片: '/living/lamp.svg' },
    refused: [
      [
        { 图片: 'https://elsewhere.example/1.png' },
        '图片',
        '应为本系统的图片地址，例如 /living/lamp.svg',
      ],
      [{ 必选: '看情况' }, '必选', '只能填写：是 / 否'],
    ],
    shown: () => body(fresh, '/Livings/livingCost', { packageType: '1' }),
    shows: '"id":"99","packageName":"雨伞","packagePrice":"35.00"',
  },
  {
    kind: 'taught-courses',
    row: TAUGHT,
    refused: [
      [{ 班级: '没有的班' }, '班级', '没有“没有的班”这个班级，请先导入班级，或核对名称'],
      [
        { 学期: '2040-2041学年第一学期' },
        '学期',
        '没有“2040-2041学年第一学期”这个学期，请先导入学期',
      ],
    ],
    shown: () => body(continuing, '/api/evaluation/findList', { stuNumber: '', semester: '' }),
    shows: '"courseName":"书法"',
  },
  {
    kind: 'evaluation-questions',
    row: { 题号: '11', 题目: '我愿意向同学推荐这门课' },
    refused: [[{ 题号: '0' }, '题号', '应为1到999之间的整数']],
    shown: async () => {
      const ask = { stuNumber: '', semester: '' }
      const [course] = (await body(continuing, '/api/evaluation/findList', ask)).results
      return body(continuing, '/api/evaluation/findDetail', { stuNumber: '', id: course.id })
    },
    shows: '"content":"我愿意向同学推荐这门课"',
  },
  {
    kind: 'grades',
    row: { 学号: '880001', 课程: '书法', 成绩: '95.50', 学分: '1.5' },
    refused: [
      [{ 学号: '123456' }, '学号或考生号', '没有学号或考生号为123456的学生，请先导入学生'],
      [{ 成绩: '101' }, '成绩', '应为0到100的分数（最多两位小数），或优、良、合格等字样'],
      [{ 成绩: '-5' }, '成绩', '应为0到100的分数（最多两位小数），或优、良、合格等字样'],
      [{ 学分: '很多' }, '学分', '应为学分，例如 2 或 1.5'],
    ],
    shown: async () => {
      const [year = '', nth = ''] = (await current()).split('学年')
      const term = nth.includes('一') ? '1' : '2'
      return body(continuing, '/getSocre', { stuNumber: '880001', idCard: '', year, term })
    },
    shows: '{"courseName":"书法","score":"95.5","credit":"1.5"}',
  },
  {
    kind: 'notices',
    row: {
      通知编号: 'n1',
      标题: '停水通知',
      内容: '<p>周六停水</p><script>alert(1)</script>',
      对象: '学生',
      学号或考生号: '',
      发布时间: '2026-09-01 08:00',
    },
    refused: [
      [{ 内容: '<script>1</script>' }, '内容', '内容去掉不允许的部分后为空'],
      [
        { 英文标题: 'No water', 英文内容: '' },
        '英文标题',
        '英文标题和英文内容要么都填，要么都不填',
      ],
      [{ 对象: '个人' }, '学号或考生号', '对象为个人时必须填写学号或考生号，其他对象不填'],
      [
        { 对象: '个人', 学号或考生号: '123456' },
        '学号或考生号',
        '没有学号或考生号为123456的学生，请先导入学生',
      ],
      [{ 发布时间: '明天' }, '发布时间', '应为日期和时间，例如 2026-09-01 08:30'],
    ],
    shown: async () => {
      const ask = { stuCode: '', userCode: '', pageNum: 1, pageSize: 100 }
      const list = await body(fresh, '/api/notice/findNotice', ask)
      const { rows } = { rows: await backend.db.selectFrom('notice').selectAll().execute() }
      return [list, rows.find(({ id }) => id === 'n1')?.content]
    },
    shows: '"title":"停水通知"',
  },
  {
    kind: 'english-names',
    row: { 中文: '丁香苑1号楼', 英文: 'Lilac House 1' },
    refused: [[{ 英文: 'x'.repeat(201) }, '英文', '最多200个字']],
    shown: () =>
      backend.db.selectFrom('english').selectAll().where('english', 'like', 'Lilac%').execute(),
    shows: 'Lilac House 1',
  },
]

const withTerm = async ({ kind, row }: Case): Promise<FileRow> =>
  ['lessons', 'teaching-classes', 'taught-courses', 'grades'].includes(kind)
    ? { ...row, 学期: await current() }
    : row
const none = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, refused: 0 }

describe('every kind of import', () => {
  test.each(CASES)(
    '$kind: imported rows are shown to students, are unchanged in a second import, are refused with the right reasons, and can be undone',
    async (one) => {
      const { kind, changes, refused, shown, shows } = one
      const row = await withTerm(one)
      const first = await office.dryRun(kind, [row])
      expect({ ...first.counts, refused: first.refused, withdrawn: 0 }).toEqual({
        ...none,
        [changes === true ? 'changed' : 'added']: 1,
        refused: [],
      })
      expect(JSON.stringify(await shown())).not.toContain(shows)
      expect(await office.apply(kind, first.id)).toBe('applied')
      expect(JSON.stringify(await shown())).toContain(shows)

      expect((await office.dryRun(kind, [row])).counts).toMatchObject({
        ...none,
        unchanged: 1,
        withdrawn: expect.anything(),
      })
      for (const [change, column, says] of refused) {
        const said = await office.dryRun(kind, [{ ...row, ...change }])
        expect([change, said.problem, said.refused]).toEqual([
          change,
          '',
          [[column, expect.stringContaining(says)]],
        ])
      }

      expect(await office.takeBack(kind, first.id)).toBe('taken back')
      expect(JSON.stringify(await shown())).not.toContain(shows)
    },
  )

  test('the example row of every template is valid', () => {
    for (const { name, columns, check } of importKinds) {
      const cells = columns.map(({ field, example, needed, blank, read }): [string, unknown] => [
        field,
        example === '' && needed !== true ? { value: blank ?? null } : read(example),
      ])
      const row = Object.fromEntries(
        cells.map(([field, reading]) => [field, Object(reading)['value']]),
      )
      const bad = cells.filter(([, reading]) => !('value' in Object(reading)))
      expect([name, bad, check?.(row) ?? []]).toEqual([name, [], []])
    }
  })

  test('every import kind can be imported by the offices responsible for it', () => {
    expect(
      Object.fromEntries(importKinds.map(({ name, roles }) => [name, roles.join()])),
    ).toMatchObject({
      'dorm-types': 'dorm-office',
      rooms: 'dorm-office',
      'room-places': 'dorm-office',
      charges: 'finance',
      scholarships: 'finance',
      'least-fees': 'finance',
      terms: 'administrator,admissions',
      notices: 'administrator,admissions',
    })
  })
})

describe('rows missing from a later file', () => {
  const charge = (student: string, item = '班费') => ({
    学号: student,
    年度: THIS_YEAR,
    项目: item,
    应缴金额: '50',
  })

  test('rows missing from a later file are withdrawn on request, except paid charges, and come back with a file that has them', async () => {
    const students = ['880001', '880002', '880003']
    const all = students.map((one) => charge(one))
    expect(await office.apply('charges', (await office.dryRun('charges', all)).id)).toBe('applied')
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 5000 })
      .where('student_code', '=', 'S880003')
      .where('item', '=', '班费')
      .execute()
    const less = await office.dryRun('charges', all.slice(0, 1))
    expect(less.counts).toEqual({ ...none, unchanged: 1, withdrawn: 1 })
    expect(await office.apply('charges', less.id, { withdraw: true })).toBe('applied')
    const owes = async () =>
      JSON.stringify(await body(international, '/api/fees/open', { stuCode: '' })).includes('班费')
    expect(await owes()).toBe(false)
    const again = await office.dryRun('charges', all)
    expect(again.counts).toEqual({ ...none, changed: 1, unchanged: 2 })
    expect(await office.apply('charges', again.id)).toBe('applied')
    expect(await owes()).toBe(true)
  })

  test('a missing charge is not withdrawn if the student is paying it, or has paid it since the dry run', async () => {
    const item = '考试费'
    const all = ['880001', '880002', '880003'].map((one) => charge(one, item))
    await office.apply('charges', (await office.dryRun('charges', all)).id)
    const now = backend.clock.now()
    const order = await backend.db
      .insertInto('pay_order')
      .values({
        number: 'IMPORT-ORDERED',
        student_code: 'S880003',
        year: YEAR,
        kind: '3',
        amount_fen: 5000,
        open_id: 'import-ordered',
        state: 'checking',
        created_at: now,
        updated_at: now,
        expires_at: now,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const less = await office.dryRun('charges', all.slice(0, 1))
    expect(less.counts).toEqual({ ...none, unchanged: 1, withdrawn: 1 })
    await backend.db.deleteFrom('pay_order').where('number', '=', order.number).execute()

    const ofItem = backend.db.updateTable('charge').set({ paid_fen: 5000 }).where('item', '=', item)
    await ofItem.where('student_code', '=', 'S880002').execute()
    expect(await office.apply('charges', less.id, { withdraw: true })).toContain('已有变化')
    const gone = await backend.db
      .selectFrom('charge')
      .select('student_code')
      .where('item', '=', item)
      .where('withdrawn_at', 'is not', null)
      .execute()
    expect(gone).toEqual([])
  })

  test('a withdrawn lesson, step or notice is not shown to anybody', async () => {
    const term = await current()
    const lesson = (day: string) => ({ ...TAUGHT, 学期: term, 星期: day, 节次: '9', 周次: '每周' })
    const both = await office.dryRun('lessons', [lesson('周六'), lesson('周日')])
    await office.apply('lessons', both.id)
    const one = await office.dryRun('lessons', [lesson('周日')])
    expect(one.counts.withdrawn).toBeGreaterThan(1)
    await office.apply('lessons', one.id, { withdraw: true })
    const { data } = await body(continuing, '/stuTable', { stuNumber: '880001' })
    expect(Object.values(data).flat().filter(Boolean)).toHaveLength(1)
    expect(await office.takeBack('lessons', one.id)).toBe('taken back')
    const { data: back } = await body(continuing, '/stuTable', { stuNumber: '880001' })
    expect(Object.values(back).flat().filter(Boolean).length).toBeGreaterThan(10)
  })
})

describe('an import that other data depends on cannot be undone', () => {
  const bring = async (kind: string, row: FileRow): Promise<string> => {
    const { id, refused } = await office.dryRun(kind, [row])
    expect([refused, await office.apply(kind, id)]).toEqual([[], 'applied'])
    return id
  }

  test('an import of a charge that has been paid cannot be undone', async () => {
    const row = { 学号: '880001', 年度: THIS_YEAR, 项目: '书本费', 应缴金额: '88' }
    const id = await bring('charges', row)
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 100 })
      .where('item', '=', '书本费')
      .execute()
    expect(await office.takeBack('charges', id)).toBe('不能撤回：其中的费用已有学生缴纳')
    expect((await office.dryRun('charges', [row])).counts).toMatchObject({ unchanged: 1 })
  })

  test('an import of an occupied room, or of a bed whose student has arrived, cannot be undone', async () => {
    const room = { 楼栋: '丁香苑2号楼', 房间: '101', 宿舍类型: '四人间', 床位: '2' }
    const rooms = await bring('rooms', room)
    const places = await bring('room-places', {
      学号: '990005',
      楼栋: room.楼栋,
      房间: '101',
      床位: '1',
    })
    expect(await office.takeBack('rooms', rooms)).toBe('不能撤回：已有学生安排在其中的房间')
    const at = backend.clock.now()
    await backend.db
      .insertInto('arrival')
      .values({
        student_code: 'S990005',
        building: room.楼栋,
        room: '101',
        scanned_at: at,
        received_at: at,
        staff_code: 'T2001',
        verified: true,
      })
      .execute()
    expect(await office.takeBack('room-places', places)).toBe('不能撤回：其中已有学生报到入住')
  })

  test('an import of a notice that was read, a term with grades or a reserved package cannot be undone', async () => {
    const notice = await bring('notices', {
      通知编号: 'n9',
      标题: '开学典礼',
      内容: '周一上午九点\n体育馆',
      发布时间: '2026-09-01',
    })
    const { data } = await body(fresh, '/api/notice/findNoticeDetail', { id: 'n9' })
    expect(data.content).toBe('<p>周一上午九点</p><p>体育馆</p>')
    expect(await office.takeBack('notices', notice)).toBe('不能撤回：其中的通知已有人阅读')
    await bring('notices', {
      通知编号: 'n9',
      标题: '开学典礼改期',
      内容: '周二上午九点',
      发布时间: '2026-09-01',
    })
    const { version } = await backend.db
      .selectFrom('notice')
      .select('version')
      .where('id', '=', 'n9')
      .executeTakeFirstOrThrow()
    expect(version).toBe(2)

    const label = '2032-2033学年第一学期'
    const term = await bring('terms', { 学期: label, 第一周周一: '2032-09-06', 周数: '18' })
    await bring('grades', { 学号: '880001', 学期: label, 课程: '书法', 成绩: '优' })
    expect(await office.takeBack('terms', term)).toBe(
      '不能撤回：其中的学期已有课表、成绩或评教课程',
    )

    const supplies = await bring('living-packages', { 编号: '98', 名称: '雨衣', 价格: '20' })
    await backend.db
      .updateTable('living_reservation')
      .set({ packages: ['98'] })
      .where('student_code', '=', 'S990002')
      .execute()
    expect(await office.takeBack('living-packages', supplies)).toBe(
      '不能撤回：其中的用品已有学生预订',
    )
  })
})

test('a dormitory type with a bed reservation keeps its price, and is not withdrawn', async () => {
  const at = backend.clock.now()
  await backend.db
    .insertInto('dorm_choice')
    .values({
      student_code: 'S990004',
      type_id: '1',
      chosen_at: at,
      held_until: new Date(at.getTime() + 3_600_000),
    })
    .onConflict((found) => found.column('student_code').doUpdateSet({ type_id: '1' }))
    .execute()
  const types = await backend.db.selectFrom('dorm_type').selectAll().execute()
  const name = types.find(({ id }) => id === '1')?.name ?? ''
  const fresh = { 类型编号: '9', 类型名称: '八人间', 价格: '600', 名额: '80' }
  const { id } = await office.dryRun('dorm-types', [fresh])
  const withdrawn = await backend.db
    .selectFrom('import_row')
    .select('row_id')
    .where('import_id', '=', id)
    .where('action', '=', 'withdrawn')
    .execute()
  const leaving = withdrawn.map(({ row_id }) => row_id)
  expect(leaving).not.toContain('1')
  expect(leaving).not.toContain('2')
  const dearer = { 类型编号: '1', 类型名称: name, 价格: '9999', 名额: '5000' }
  expect((await office.dryRun('dorm-types', [dearer])).refused).toEqual([
    ['每年价格（元）', expect.stringContaining('不能改价或停用')],
  ])
})

test('a file does not withdraw rooms, sizes, packages and terms that are in use, even if it leaves them out', async () => {
  const { db } = backend
  const place = await db.selectFrom('dorm_place').selectAll().executeTakeFirstOrThrow()
  const line = await db.selectFrom('uniform_line').selectAll().executeTakeFirstOrThrow()
  const order = await db.selectFrom('uniform_order').selectAll().executeTakeFirstOrThrow()
  const { packages } = await db
    .selectFrom('living_reservation')
    .select('packages')
    .executeTakeFirstOrThrow()
  const { term } = await db.selectFrom('lesson').select('term').executeTakeFirstOrThrow()
  const garment = await db
    .selectFrom('uniform_garment')
    .select('name')
    .where('id', '=', line.garment_id)
    .executeTakeFirstOrThrow()
  const used: readonly (readonly [kind: string, row: FileRow, id: string | undefined])[] = [
    [
      'rooms',
      { 楼栋: place.building, 房间: '空房', 宿舍类型: place.type_name, 床位: '2' },
      JSON.stringify([place.building, place.room]),
    ],
    ['uniform-garments', { 编号: 'g9', 品种: '雨衣' }, line.garment_id],
    ['uniform-colours', { 编号: 'c9', 颜色: '靛蓝' }, order.colour_id],
    ['uniform-sizes', { 编号: 's9', 品种: garment.name, 尺码: 'XXS', 总数: '3' }, line.size_id],
    ['terms', { 学期: '2061-2062-1', 第一周周一: '2061-09-05', 周数: '18' }, term],
    [
      'living-packages',
      { 编号: 'p9', 目录: '普通', 名称: '雨具', 价格: '20', 必选: '否' },
      packages[0],
    ],
  ]
  for (const [kind, row, id] of used) {
    const { id: run, refused, counts } = await office.dryRun(kind, [row])
    expect({ kind, refused, added: counts.added }).toEqual({ kind, refused: [], added: 1 })
    const withdrawn = await db
      .selectFrom('import_row')
      .select('row_id')
      .where('import_id', '=', run)
      .where('action', '=', 'withdrawn')
      .execute()
    expect(id).toBeDefined()
    expect(withdrawn.map(({ row_id }) => row_id)).not.toContain(id)
  }
})

test('a dormitory type that a student reserves after the dry run keeps its price', async () => {
  const type = (价格: string) => [{ 类型编号: '19', 类型名称: '九人间', 价格, 名额: '80' }]
  await office.apply('dorm-types', (await office.dryRun('dorm-types', type('600'))).id)
  const dearer = await office.dryRun('dorm-types', type('700'))
  expect(dearer.counts).toMatchObject({ changed: 1, refused: 0 })
  const { subject } = await enrolSignedInStudent(backend)
  await backend.db
    .insertInto('dorm_choice')
    .values({
      student_code: subject,
      type_id: '19',
      chosen_at: backend.clock.now(),
      held_until: null,
    })
    .execute()
  expect(await office.apply('dorm-types', dearer.id)).toContain('已有变化')
  const prices = backend.db.selectFrom('dorm_type').select('price_fen').where('id', '=', '19')
  expect(await prices.execute()).toEqual([{ price_fen: 60_000 }])
})

describe('imported beds', () => {
  const place = (student: string, bed: string) => ({
    学号: student,
    楼栋: '紫荆苑4号楼',
    房间: '502',
    床位: bed,
  })

  test('two students can exchange beds, and two rows that name the same bed are refused', async () => {
    const [one, other] = ['880001', '880002']
    const first = await office.dryRun('room-places', [place(one, '1'), place(other, '2')])
    expect(await office.apply('room-places', first.id)).toBe('applied')
    const swapped = await office.dryRun('room-places', [place(one, '2'), place(other, '1')])
    expect(swapped.counts).toEqual({ ...none, changed: 2 })
    expect(await office.apply('room-places', swapped.id)).toBe('applied')
    const twice = await office.dryRun('room-places', [place(one, '3'), place(other, '3')])
    expect(twice.refused).toEqual([['整行', '床位 紫荆苑4号楼 502 3 与第2行重复']])
  })
})

describe('imported charges', () => {
  test('a charge imported without an amount costs what the fee items say for this student', async () => {
    const item = (level: string, amount: string) => ({
      年度: '2032',
      项目: '学费',
      培养层次: level,
      金额: amount,
    })
    const items = await office.dryRun('fee-items', [
      item('研究生', '8000'),
      item('不限', '18600.5'),
    ])
    expect(await office.apply('fee-items', items.id)).toBe('applied')
    const charge = (student: string, name = '学费') => ({
      学号: student,
      年度: '2032',
      项目: name,
      应缴金额: '',
    })
    const { id, refused } = await office.dryRun('charges', [
      charge('990004'),
      charge('880001'),
      charge('880002', '学杂费'),
    ])
    expect(refused).toEqual([['项目', '“学杂费”不在2032年的收费项目中']])
    expect(await office.apply('charges', id)).not.toBe('applied')
    const good = await office.dryRun('charges', [charge('990004'), charge('880001')])
    expect(await office.apply('charges', good.id)).toBe('applied')
    const due = await backend.db
      .selectFrom('charge')
      .select(['student_code', 'due_fen'])
      .where('year', '=', 2032)
      .orderBy('student_code')
      .execute()
    expect(due).toEqual([
      { student_code: 'S880001', due_fen: 1_860_050 },
      { student_code: 'S990004', due_fen: 800_000 },
    ])
  })

  test('a dormitory that was chosen and paid is not charged again by an import', async () => {
    const paid = { due_fen: 120_000, paid_fen: 120_000, by_choice: true }
    await backend.db
      .insertInto('charge')
      .values({ student_code: 'S880001', year: 2033, item: '住宿费', ...paid })
      .execute()
    const row = { 学号: '880001', 年度: '2033', 项目: '住宿费', 应缴金额: '1200' }
    expect((await office.dryRun('charges', [row])).refused).toEqual([
      ['项目', '已由学生选房时缴纳'],
    ])
  })

  test('the total of a size in a uniform import is its remaining stock plus the ordered items', async () => {
    const sizes = await backend.db
      .selectFrom('uniform_size')
      .innerJoin('uniform_garment as garment', 'garment.id', 'garment_id')
      .select(['uniform_size.id', 'garment.name', 'size', 'remark', 'stock'])
      .where('uniform_size.id', '=', '103')
      .executeTakeFirstOrThrow()
    const { n } = await backend.db
      .selectFrom('uniform_line')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('size_id', '=', '103')
      .executeTakeFirstOrThrow()
    const row = {
      尺码编号: '103',
      品种: sizes.name,
      尺码: sizes.size,
      说明: sizes.remark,
      总数: String(sizes.stock + Number(n)),
    }
    expect(Number(n)).toBeGreaterThan(0)
    expect((await office.dryRun('uniform-sizes', [row])).counts).toMatchObject({ unchanged: 1 })
    const more = await office.dryRun('uniform-sizes', [{ ...row, 总数: String(Number(n) + 7) }])
    expect(await office.apply('uniform-sizes', more.id)).toBe('applied')
    const left = await backend.db
      .selectFrom('uniform_size')
      .select('stock')
      .where('id', '=', '103')
      .executeTakeFirstOrThrow()
    expect(left.stock).toBe(7)
  })

  test('applications are accepted between the school’s opening and closing times', async () => {
    const rule = (opens: string, closes: string) => ({
      年度: THIS_YEAR,
      申请类型: '贷款',
      开放时间: opens,
      截止时间: closes,
    })
    const says = async () =>
      JSON.stringify(await body(continuing, '/api/greenchannel/saveStuLoanMsg', LOAN))
    const next = `${YEAR + 1}-01-01`
    const early = await office.dryRun('application-rules', [rule(next, '')])
    expect(await office.apply('application-rules', early.id)).toBe('applied')
    expect(await says()).toContain(`申请将于${next} 00:00开放`)
    const over = await office.dryRun('application-rules', [rule('', '2020-01-01 18:00')])
    expect(await office.apply('application-rules', over.id)).toBe('applied')
    expect(await says()).toContain('申请已于2020-01-01 18:00截止')
  })
})
