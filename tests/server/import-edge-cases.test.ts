import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCsvTemplate,
  getImportKind,
  importKinds,
  parseSkippedLines,
  createXlsxTemplate,
} from '#server/features/imports/public'
import { findImportById } from '#server/features/imports/store'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { encodeCsv } from '../support/backend/import-files.ts'
import { readImportFixture } from '../support/backend/import-fixtures.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'

// Real files that an earlier release refused or misread.
let backend: Backend
let office: ReturnType<typeof createImportRunner>
beforeAll(async () => {
  backend = await startBackend()
  office = createImportRunner(backend)
})
afterAll(() => backend.close())

test('a spreadsheet date at midnight is imported as that day', async () => {
  const { id, counts } = await office.dryRunFile('calendar-days', readImportFixture('days.csv'))
  expect(counts).toMatchObject({ added: 2, refused: 0 })
  expect(await office.apply('calendar-days', id)).toBe('applied')
  const found = await backend.db
    .selectFrom('calendar_event')
    .select(['title', 'first_day', 'last_day'])
    .where('first_day', 'in', ['2026-10-10', '2026-09-20'])
    .orderBy('first_day')
    .execute()
  expect(found).toEqual([
    { title: '新生军训', first_day: '2026-09-20', last_day: '2026-09-30' },
    { title: '校庆日停课', first_day: '2026-10-10', last_day: '2026-10-10' },
  ])
})

test('a workbook written by openpyxl imports its student', async () => {
  const { counts } = await office.dryRunFile('students', readImportFixture('openpyxl.xlsx'))
  expect(counts).toMatchObject({ added: 1, refused: 0 })
})

const written = async (kind: string, bytes: Uint8Array, sheet = '') => {
  const dry = await office.dryRunFile(kind, bytes, sheet)
  expect([dry.problem, dry.refused]).toEqual(['', []])
  expect(await office.apply(kind, dry.id)).toBe('applied')
  return findImportById(backend.db, dry.id)
}

const student = (number: string) =>
  backend.db
    .selectFrom('student')
    .selectAll()
    .where((e) => e.or([e('exam_number', '=', number), e('number', '=', number)]))
    .executeTakeFirst()

describe('codes, numbers and names', () => {
  test('a code is imported as its cell’s number format displays it', async () => {
    await written('students', readImportFixture('leading-zero.xlsx'))
    expect(await student('26110101159001')).toMatchObject({ major_code: '080901' })
  })

  test('a grade is imported as a spreadsheet displays it, to 15 significant digits', async () => {
    const label = '2026-2027学年第一学期'
    await backend.db
      .insertInto('term')
      .values({ label, first_monday: '2026-08-31', weeks: 20 })
      .onConflict((found) => found.doNothing())
      .execute()
    await written('grades', readImportFixture('grade-17-digits.xlsx'))
    const found = await backend.db
      .selectFrom('grade')
      .select('score')
      .where('course', '=', '线性代数')
      .where('student_code', '=', 'S880001')
      .where('term', '=', label)
      .execute()
    expect(found).toEqual([{ score: '89.9' }])
  })

  test('a merged cell applies to all its rows', async () => {
    const class_name = '计算机科学与技术24-1班'
    await backend.db
      .insertInto('school_class')
      .values({ name: class_name, major_code: '080901', entry_year: '2024' })
      .onConflict((found) => found.doNothing())
      .execute()
    const term = '2026-2027学年第一学期'
    const here = () =>
      backend.db.selectFrom('lesson').where('class_name', '=', class_name).where('term', '=', term)
    await backend.db.deleteFrom('lesson').where('class_name', '=', class_name).execute()
    await written('lessons', readImportFixture('merged.xlsx'))
    expect(await here().select(['day', 'room', 'teacher']).orderBy('day').execute()).toEqual([
      { day: 1, room: '明德楼101', teacher: '张伟' },
      { day: 3, room: '明德楼101', teacher: '张伟' },
    ])
  })
})

describe('a workbook with several worksheets', () => {
  test('an import reads the first visible worksheet of a workbook, and names it', async () => {
    const dry = await office.dryRunFile('students', readImportFixture('hidden-first-sheet.xlsx'))
    expect(dry.problem).toBe('')
    expect(await findImportById(backend.db, dry.id)).toMatchObject({ sheet: 'Sheet', sheets: [] })
  })

  const rows = (code: string) => [
    ['学院代码', '学院名称'],
    [code, `学院${code}`],
  ]
  const workbook = (...sheets: { name: string; rows: string[][] }[]) => writeXlsx({ sheets })

  test('an import reads the worksheet with rows of its kind, not the worksheet with the instructions', async () => {
    const notes = [['填表说明'], ['请按模板填写']]
    const bytes = await workbook({ name: '说明', rows: notes }, { name: '名单', rows: rows('81') })
    expect(await written('departments', bytes)).toMatchObject({ sheet: '名单', added: 1 })
  })

  test('when several worksheets have rows, an import asks which one to read, and reads the chosen one', async () => {
    const bytes = await workbook({ name: '一', rows: rows('82') }, { name: '二', rows: rows('83') })
    const asked = await office.dryRunFile('departments', bytes)
    expect(asked.problem).toBe('工作簿中有2张工作表有数据，请选择要导入的一张')
    expect((await findImportById(backend.db, asked.id))?.sheets).toEqual(['一', '二'])
    expect(await written('departments', bytes, '二')).toMatchObject({ sheet: '二', added: 1 })
    const names = await backend.db.selectFrom('department').select('name').execute()
    expect(names).toContainEqual({ name: '学院83' })
    expect(names).not.toContainEqual({ name: '学院82' })
    const none = await office.dryRunFile('departments', bytes, '三')
    expect(none.problem).toBe('工作簿中没有可见的工作表“三”')
  })
})

describe('the report on every line of a file', () => {
  test('a row that equals the template’s example row is imported like any other row', async () => {
    const kind = getImportKind('departments')
    const rows = [
      kind?.columns.map(({ title }) => title.zh) ?? [],
      kind?.columns.map(({ example }) => example) ?? [],
    ]
    const { counts } = await office.dryRunFile('departments', encodeCsv(rows))
    expect(counts.added + counts.changed + counts.unchanged).toBe(1)
  })

  test('the marked example row of a template is skipped, and the report says so', async () => {
    const kind = getImportKind('departments')
    if (kind === undefined) throw new Error('There are departments.')
    const text = `${createCsvTemplate(kind)}84,法学院\r\n`
    for (const bytes of [new TextEncoder().encode(text), await createXlsxTemplate(kind)]) {
      const { id } = await office.dryRunFile('departments', bytes)
      const found = await findImportById(backend.db, id)
      expect(found?.state === 'checked' ? parseSkippedLines(found) : found?.problem?.zh).toEqual(
        bytes.byteLength === Buffer.byteLength(text)
          ? [
              { why: 'headings', count: 1, lines: [1] },
              { why: 'example', count: 1, lines: [2] },
            ]
          : '文件中没有数据行',
      )
    }
  })

  test('the numbers of new, changed, unchanged, refused and skipped lines add up to the number of lines', async () => {
    await written(
      'departments',
      encodeCsv([
        ['学院代码', '学院名称'],
        ['85', '星学院'],
        ['86', '月学院'],
      ]),
    )
    const bytes = new TextEncoder().encode(
      stringify(
        [
          ['学院名单'],
          ['学院代码', '学院名称'],
          ['#示例：01', '信息学院'],
          ['85', '星学院'],
          ['', ''],
          ['86', '历学院'],
          ['87', '哲学院'],
          ['8-8', '药学院'],
          ['合计', '4'],
          [''],
        ],
        {},
      ),
    )
    const { id, refused } = await office.dryRunFile('departments', bytes)
    const found = await findImportById(backend.db, id)
    if (found === undefined) throw new Error('It was imported.')
    const { added, changed, unchanged, lines } = found
    expect({ added, changed, unchanged, refused: found.refused, lines }).toEqual({
      added: 1,
      changed: 1,
      unchanged: 1,
      refused: 2,
      lines: 10,
    })
    const skipped = parseSkippedLines(found)
    expect(skipped).toEqual([
      { why: 'title', count: 1, lines: [1] },
      { why: 'headings', count: 1, lines: [2] },
      { why: 'example', count: 1, lines: [3] },
      { why: 'blank', count: 2, lines: [5, 10] },
    ])
    const all = skipped.reduce((sum, { count }) => sum + count, 0)
    expect(added + changed + unchanged + found.refused + all).toBe(lines)
    // The row of totals below the list gets one message, not one for each of its cells.
    expect(refused).toEqual([
      ['学院代码', '只能由字母和数字组成'],
      ['整行', '这是合计行，不是数据；请删除后再导入'],
    ])
    expect([found.absence_known, found.withdrawn]).toEqual([false, 0])
  })
})

test('合计 is imported as a text to translate; the row counts as a total only if numbers stand beside it', async () => {
  const names = (英文: string) => office.dryRun('english-names', [{ 中文: '合计', 英文 }])
  expect((await names('Total')).counts).toMatchObject({ added: 1, refused: 0 })
  expect((await names('4')).refused).toEqual([['整行', '这是合计行，不是数据；请删除后再导入']])
})

test('a small workbook that repeats one long text in many cells stores no more than the size limit', async () => {
  const text = '长'.repeat(30_000)
  const rows = Array.from({ length: 3000 }, (_, n) => [String(n), text, text])
  const bytes = await writeXlsx({
    sheets: [{ name: 'x', rows: [['学院代码', '学院名称', '备注'], ...rows] }],
  })
  expect(bytes.byteLength).toBeLessThan(100_000)
  const { id, counts } = await office.dryRunFile('departments', bytes)
  expect(counts.refused).toBe(3000)
  const { kept } = await backend.db
    .selectFrom('import_row')
    .select(({ fn, ref }) => fn.sum<string>(fn('pg_column_size', [ref('cells')])).as('kept'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  // The database compresses the rows; uncompressed, the characters alone are 540 MB.
  expect(Number(kept)).toBeLessThan(20 * 2 ** 20)
})

describe('suspicious rows are imported with a warning', () => {
  const row = (number: string, changed: Readonly<Record<string, string>> = {}) => ({
    考生号: number,
    姓名: '测试生',
    性别: '女',
    身份证号: '11010119800101007X',
    出生日期: '1980-01-01',
    学院: '信息学院',
    专业: '计算机科学与技术',
    专业代码: '080901',
    入学年份: '2027',
    培养层次: '本科',
    新生或在校: '新生',
    ...changed,
  })
  const clean = row('27000001', {
    性别: '男',
    身份证号: '110101200801010019',
    出生日期: '2008/1/1',
  })

  test('an ID number given for two student numbers is reported, within the file and against existing students', async () => {
    await backend.db
      .deleteFrom('student')
      .where('id_card', '=', clean.身份证号)
      .where('code', 'like', 'S2611%')
      .execute()
    const first = await office.dryRun('students', [clean])
    expect([first.refused, first.warnings]).toEqual([[], []])
    expect(await office.apply('students', first.id)).toBe('applied')
    const again = await office.dryRun('students', [clean])
    expect(again.warnings).toEqual([])
    const two = await office.dryRun('students', [
      { ...clean, 考生号: '27000002' },
      { ...clean, 考生号: '27000003' },
    ])
    expect(two.counts).toMatchObject({ added: 2, refused: 0 })
    expect(two.warnings).toEqual([
      ['身份证号', '这个身份证号已用于27000001'],
      ['身份证号', '这个身份证号已用于27000001'],
      ['身份证号', '这个身份证号与第2行相同'],
    ])
    expect((await findImportById(backend.db, two.id))?.warned).toBe(2)
    expect(await office.apply('students', two.id)).toBe('applied')
  })

  test('gender and birthday are compared with the ID number, and class, major and department with the campus’s lists', async () => {
    await backend.db
      .insertInto('school_class')
      .values({ name: '软工2701班', major_code: '080902', entry_year: '2027' })
      .execute()
    const { warnings, counts } = await office.dryRun('students', [
      row('27000011', {
        性别: '女',
        出生日期: '1981-01-01',
        学院: '化学学院',
        专业: '计算机',
        班级: '软工2701班',
      }),
    ])
    expect(counts).toMatchObject({ added: 1, refused: 0 })
    expect(warnings).toEqual([
      ['性别', '与身份证号中的性别不一致'],
      ['出生日期', '身份证号中的出生日期是1980-01-01'],
      ['专业', '专业目录中该代码是“计算机科学与技术”'],
      ['学院', '专业目录中该专业属于“信息学院”'],
      ['班级', '班级目录中该班属于“软件工程”专业'],
    ])
  })

  test('an ID number shared by two staff members is reported', async () => {
    const staff = (code: string) => ({ 工号: code, 姓名: '测试', 身份证号: '110101198001010010' })
    const both = await office.dryRun('staff', [staff('T7901'), staff('T7902')])
    expect(both.warnings).toEqual([['身份证号', '这个身份证号与第2行相同']])
  })
})

test('names are stored in one spelling, and are found in any spelling', async () => {
  await written('students', readImportFixture('names.csv'))
  const names = await backend.db
    .selectFrom('student')
    .select('name')
    .where('number', 'like', '202699000%')
    .orderBy('number')
    .execute()
  expect(names.map(({ name }) => name)).toEqual([
    '买买提·吐尔逊江',
    '王小明',
    '李𬭎𠮷',
    '张三丰',
    'Nguyễn Văn A',
  ])
  const admissions = await backend.signInAs('T5001')
  const found = async (find: string) => {
    const { body } = await admissions.post('/api/manage/students/search', { find, after: '' })
    return body.data.map(({ number }: { number: string }) => number)
  }
  for (const [find, number] of [
    ['王小明', '2026990002'],
    ['张三丰', '2026990004'],
    ['张 三丰', '2026990004'],
    ['买买提·吐', '2026990001'],
    ['买买提•吐', '2026990001'],
    ['买买提吐尔', '2026990001'],
    ['nguyen', '2026990005'],
    ['NGUYỄN VAN', '2026990005'],
    ['11010120080101604x', '2026990004'],
    ['２０２６９９０００３', '2026990003'],
  ] as const)
    expect([find, await found(find)]).toEqual([find, expect.arrayContaining([number])])
  expect((await found('20269900')).toSorted()).toEqual([
    '2026990001',
    '2026990002',
    '2026990003',
    '2026990004',
    '2026990005',
  ])
  expect(await found('计算机科学与技术')).not.toEqual([])
  for (const nothing of ['·', ' ', '%', '_', '\\']) expect(await found(nothing)).toEqual([])
  const { details } = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'students.search')
    .orderBy('id')
    .offset(8)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(details)).not.toContain('11010120080101604')
})

describe('rows of one file that affect each other', () => {
  const term = (label: string, monday: string, weeks = '20') => ({
    学期: label,
    第一周周一: monday,
    周数: weeks,
  })

  test('a refused term does not refuse other terms, and an overlap names the line of the other term', async () => {
    const found = await office.dryRun('terms', [
      term('2047-2048学年第一学期', '2047-09-02'),
      term('2047-2048学年秋学期（暂定）', '2047-09-09', '18'),
      term('2047-2048学年第二学期', '2047-12-02'),
      term('2048-2049学年第一学期', '2048-08-31'),
      term('2048-2049学年第二学期', '2048-09-02'),
      term('2048-2049学年第二学期', '2049-02-22'),
    ])
    expect(found.refused).toEqual([
      ['学期', '应为学期，例如 2026-2027学年第一学期'],
      ['第一周周一', '与第2行“2047-2048学年第一学期”的日期重叠'],
      ['第一周周一', '第一周应从周一开始'],
    ])
    expect(found.counts).toMatchObject({ added: 3, refused: 3 })
  })

  test('the number of a refused row stays free for a valid row', async () => {
    const found = await office.dryRun('uniform-garments', [
      { 品种编号: '930', 品种: '字'.repeat(51) },
      { 品种编号: '930', 品种: '雨衣' },
      { 品种编号: '930', 品种: '雨鞋' },
      { 品种编号: '931', 品种: '雨鞋' },
    ])
    expect(found.refused).toEqual([
      ['品种', '最多50个字'],
      ['整行', '品种编号 930 与第3行重复'],
    ])
    expect(found.counts).toMatchObject({ added: 2, refused: 2 })
  })

  test.each([
    [
      'uniform-colours',
      [
        { 颜色编号: '9', 颜色: '军\u200B绿' },
        { 颜色编号: '10', 颜色: '军 绿' },
        { 颜色编号: '11', 颜色: '天蓝' },
        { 颜色编号: '12', 颜色: '天 蓝' },
      ],
      [
        '已有同名的“军绿”（颜色编号 1），请改用原有的一项',
        '已有同名的“军绿”（颜色编号 1），请改用原有的一项',
        '“天 蓝”与第4行同名',
      ],
    ],
    [
      'uniform-garments',
      [{ 品种编号: '901', 品种: '上衣' }],
      [/^已有同名的“上衣”（品种编号 \d+）/],
    ],
    [
      'uniform-sizes',
      [{ 尺码编号: '901', 品种: '上衣', 尺码: '１55', 总数: '5' }],
      [/^已有同名的“155”/],
    ],
    [
      'living-packages',
      [{ 用品编号: '901', 目录: '普通', 名称: '床上 用品', '价格（元）': '1.00', 必选: '否' }],
      [/^已有同名的“床上用品”/],
    ],
    ['home-entries', [{ 序号: '901', 名称: '成绩', 首页显示: '是' }], [/^已有同名的“成绩”/]],
    [
      'evaluation-questions',
      [
        { 题号: '901', 题目: '课堂气氛好' },
        { 题号: '902', 题目: '课堂气氛 好' },
      ],
      ['“课堂气氛 好”与第2行同名'],
    ],
    ['english-names', [{ 中文: '军 绿', 英文: 'Army green' }], [/^已有同名的“军绿”/]],
    [
      'dorm-types',
      [{ 类型编号: '901', 类型名称: '双 人间', '每年价格（元）': '1', 名额: '1' }],
      [/^已有同名的“双人间”/],
    ],
  ] as const)(
    '%s: a second entry of the same name is refused, as in the office’s editor',
    async (kind, rows, says) => {
      const { refused, counts } = await office.dryRun(kind, rows)
      expect(refused.map(([, one]) => one)).toEqual(
        says.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
      )
      expect(counts.added).toBe(rows.length - says.length)
    },
  )

  test('two rows can exchange their names, and both keep their old names if a third row would take one of them', async () => {
    const colours = await backend.db
      .selectFrom('uniform_colour')
      .selectAll()
      .where('withdrawn_at', 'is', null)
      .orderBy('id')
      .execute()
    const [one, other] = colours
    const rows = [
      { 颜色编号: one?.id ?? '', 颜色: other?.name ?? '' },
      { 颜色编号: other?.id ?? '', 颜色: one?.name ?? '' },
    ]
    const exchanged = await office.dryRun('uniform-colours', rows)
    expect(exchanged.counts).toMatchObject({ changed: 2, refused: 0 })
    expect(await office.apply('uniform-colours', exchanged.id)).toBe('applied')
    expect(await office.takeBack('uniform-colours', exchanged.id)).toBe('taken back')
    // The second row is invalid, so its name is not released.
    const half = await office.dryRun('uniform-colours', [
      rows[0] ?? {},
      { 颜色编号: other?.id ?? '', 颜色: '字'.repeat(51) },
    ])
    expect(half.counts).toMatchObject({ changed: 0, refused: 2 })
  })

  test('an import is stopped if a colleague has used one of its names since the dry run', async () => {
    const { id } = await office.dryRun('uniform-colours', [{ 颜色编号: '940', 颜色: '深灰' }])
    await backend.db.insertInto('uniform_colour').values({ id: '941', name: '深 灰' }).execute()
    expect(await office.apply('uniform-colours', id)).toMatch(/^outdated/)
  })
})

describe('lessons by their weeks [TTB-06 TTB-08]', () => {
  const class_name = '软件工程26-9班'
  const term = '2026-2027学年第一学期'
  const lessons = () =>
    backend.db
      .selectFrom('lesson')
      .select(['day', 'period', 'periods', 'course', 'weeks', 'odd_weeks_only'])
      .where('class_name', '=', class_name)
      .where('withdrawn_at', 'is', null)
      .orderBy('day')
      .orderBy('period')
      .orderBy('course')
      .execute()
  beforeAll(async () => {
    await backend.db
      .insertInto('school_class')
      .values({ name: class_name, major_code: '080902', entry_year: '2026' })
      .execute()
    await backend.db
      .insertInto('term')
      .values({ label: term, first_monday: '2026-08-31', weeks: 20 })
      .onConflict((found) => found.doNothing())
      .execute()
  })

  test('every row of a lesson file is read, and courses of odd and of even weeks can share a time', async () => {
    const { id, counts, refused } = await office.dryRunFile(
      'lessons',
      readImportFixture('lessons.csv'),
    )
    // The last period of this school's day is the ninth.
    expect(refused).toEqual([['节次', '应为1到9之间的节次，例如 3-4']])
    expect(counts).toMatchObject({ added: 7, refused: 1 })
    const { beginImportApply } = await import('#server/features/imports/apply')
    const kind = getImportKind('lessons')
    if (kind === undefined) throw new Error('There are lessons.')
    const choice = { skipRefused: true, withdraw: false, by: null }
    await (
      await beginImportApply({ db: backend.db, clock: backend.clock }, { id, kind }, choice)
    ).work
    const even = '2,4,6,8,10,12,14,16,18,20,22,24,26,28,30'
    const every = { weeks: '', odd_weeks_only: false }
    expect(await lessons()).toEqual([
      { day: 2, period: 1, periods: 2, course: '化学', ...every },
      { day: 3, period: 1, periods: 2, course: '体育', weeks: '', odd_weeks_only: true },
      { day: 3, period: 1, periods: 2, course: '思政', weeks: even, odd_weeks_only: false },
      {
        day: 4,
        period: 3,
        periods: 3,
        course: '线性代数',
        weeks: '5,7,9,11,13,15,17',
        odd_weeks_only: false,
      },
      {
        day: 4,
        period: 3,
        periods: 2,
        course: '高级语言程序设计',
        weeks: '4,6,8,10,12,14,16,18',
        odd_weeks_only: false,
      },
      { day: 5, period: 1, periods: 2, course: '大学物理', weeks: even, odd_weeks_only: false },
      {
        day: 5,
        period: 3,
        periods: 2,
        course: '大学英语',
        weeks: '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16',
        odd_weeks_only: false,
      },
    ])
    const again = await office.dryRunFile('lessons', readImportFixture('lessons.csv'))
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 7, refused: 1 })
  })

  test('each week of the timetable shows the lessons of that week', async () => {
    await backend.db
      .updateTable('student')
      .set({ class_name })
      .where('code', '=', 'S880003')
      .execute()
    backend.clock.set('2026-09-10T02:00:00Z')
    const student = await backend.signInAs('880003')
    const courses = async (week: number) => {
      const { body } = await student.post('/stuTable', { stuNumber: '880003', currentweek: week })
      const cells = Object.values<unknown[]>(body.data).flat()
      const named = cells.flatMap((cell) => (cell === null ? [] : [Object(cell).courseName]))
      return { every: body.sameEveryWeek, courses: [...new Set(named)].toSorted() }
    }
    expect(await courses(5)).toEqual({
      every: false,
      courses: ['体育', '化学', '大学英语', '线性代数'],
    })
    expect(await courses(18)).toEqual({
      every: false,
      courses: ['化学', '大学物理', '思政', '高级语言程序设计'],
    })
  })

  test('two lessons of a class with the same time and week get a warning, and a lesson can change its weeks', async () => {
    const lesson = (course: string, weeks: string) => ({
      班级: class_name,
      学期: term,
      星期: '周日',
      节次: '1-2',
      课程: course,
      周次: weeks,
    })
    const both = await office.dryRun('lessons', [lesson('甲', '1-8周'), lesson('乙', '8-16周')])
    expect(both.refused).toEqual([])
    expect(both.warnings).toEqual([['节次', '与第2行是同一班级、同一时间、同一周的课']])
    // A lesson with invalid weeks overlaps no other lesson.
    const unread = await office.dryRun('lessons', [
      lesson('甲', '坏周次'),
      lesson('乙', '1-8周'),
      lesson('丙', '坏周次'),
    ])
    expect(unread.refused.map(([column]) => column)).toEqual(['周次', '周次'])
    expect(unread.counts).toMatchObject({ added: 1, refused: 2 })
    const first = await office.dryRun('lessons', [lesson('甲', '每周')])
    expect(await office.apply('lessons', first.id)).toBe('applied')
    const divided = await office.dryRun('lessons', [lesson('甲', '1-8周'), lesson('乙', '9-16周')])
    expect(divided.counts).toMatchObject({ added: 1, changed: 1, refused: 0 })
    expect(await office.apply('lessons', divided.id)).toBe('applied')
    expect((await lessons()).filter(({ day }) => day === 7)).toMatchObject([
      { course: '乙', weeks: '9,10,11,12,13,14,15,16' },
      { course: '甲', weeks: '1,2,3,4,5,6,7,8' },
    ])
    expect(await office.takeBack('lessons', divided.id)).toBe('taken back')
    expect((await lessons()).filter(({ day }) => day === 7)).toMatchObject([
      { course: '甲', weeks: '' },
    ])
  })

  test('a lesson whose rows are far apart in a long file is imported as one lesson', async () => {
    const other = '软件工程26-8班'
    await backend.db
      .insertInto('school_class')
      .values({ name: other, major_code: '080902', entry_year: '2026' })
      .execute()
    const lesson = (day: string, period: number, course: string, weeks: string) => ({
      班级: other,
      学期: term,
      星期: day,
      节次: String(period),
      课程: course,
      周次: weeks,
    })
    const first = await office.dryRun('lessons', [lesson('周日', 1, '甲', '每周')])
    expect(await office.apply('lessons', first.id)).toBe('applied')
    // An import processes 500 rows at a time.
    const between = ['一', '二', '三', '四', '五', '六'].flatMap((day) =>
      Array.from({ length: 9 * 10 }, (_, n) =>
        lesson(`周${day}`, (n % 9) + 1, '丙', `${Math.floor(n / 9) + 1}周`),
      ),
    )
    const divided = await office.dryRun('lessons', [
      lesson('周日', 1, '甲', '1-8周'),
      ...between,
      lesson('周日', 1, '乙', '9-16周'),
    ])
    expect(divided.refused).toEqual([])
    expect(divided.counts).toMatchObject({ added: between.length + 1, changed: 1, refused: 0 })
    expect(await office.apply('lessons', divided.id)).toBe('applied')
    const sunday = await backend.db
      .selectFrom('lesson')
      .select(['course', 'weeks'])
      .where('class_name', '=', other)
      .where('day', '=', 7)
      .orderBy('weeks')
      .execute()
    expect(sunday).toEqual([
      { course: '甲', weeks: '1,2,3,4,5,6,7,8' },
      { course: '乙', weeks: '9,10,11,12,13,14,15,16' },
    ])
  })
})

test('a LibreOffice workbook with one worksheet for each import kind is imported, sheet by sheet', async () => {
  const bytes = readImportFixture('corpus/libreoffice-ods.xlsx')
  // Withdraw the demo's entries of these two names, since the workbook has them under other numbers.
  for (const [table, name] of [
    ['uniform_garment', '帽子'],
    ['living_package', '蚊帐'],
  ] as const)
    await backend.db
      .updateTable(table)
      .set({ withdrawn_at: new Date() })
      .where('name', '=', name)
      .execute()
  // The workbook is older than the kinds of which it has no worksheet.
  const sheets = Object.keys(
    JSON.parse(new TextDecoder().decode(readImportFixture('corpus/libreoffice.json'))),
  )
  for (const { name } of importKinds.filter((kind) => sheets.includes(kind.name))) {
    const { added = 0, changed = 0, unchanged = 0 } = (await written(name, bytes, name)) ?? {}
    expect([name, added + changed + unchanged]).not.toEqual([name, 0])
  }
  expect(await student('2026910101')).toMatchObject({
    name: '阿依古丽·买买提',
    major_code: '070701',
    class_name: '海洋科学2601班',
    phone: '13800010101',
  })
  const charges = await backend.db
    .selectFrom('charge')
    .select('due_fen')
    .where('student_code', '=', (await student('2026910102'))?.code ?? '')
    .orderBy('due_fen')
    .execute()
  expect(charges.map(({ due_fen }) => due_fen)).toEqual([60_000, 546_000])
})
