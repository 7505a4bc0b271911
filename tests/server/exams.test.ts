import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner, type FileRow } from '../support/backend/import-runner.ts'

const TERM = '2026-2027学年第一学期'
const EXAM = { 学期: '2026-2027-1', 课程: '高等数学', 日期: '2026-10-12', 时间: '14:00-16:00' }

let backend: Backend
let office: ReturnType<typeof createImportRunner>
let desk: SignedInUser
let student: SignedInUser
let className = ''
beforeAll(async () => {
  backend = await startBackend()
  office = createImportRunner(backend)
  backend.clock.set('2026-09-30T02:00:00Z')
  await backend.db.deleteFrom('calendar_event').execute()
  await backend.db
    .insertInto('term')
    .values({ label: TERM, first_monday: '2026-08-31', weeks: 20 })
    .onConflict((found) => found.column('label').doUpdateSet({ first_monday: '2026-08-31' }))
    .execute()
  student = await backend.signInAs('880001')
  desk = await backend.signInAs('T4001')
  const found = await backend.db
    .selectFrom('student')
    .select('class_name')
    .where('code', '=', 'S880001')
    .executeTakeFirstOrThrow()
  className = found.class_name
  await backend.db.deleteFrom('lesson').where('class_name', '=', className).execute()
  await write('teaching-classes', [{ 教学班: '英语B', 学期: TERM, 学号: '880001' }])
})
afterAll(() => backend.close())
beforeEach(() => backend.db.deleteFrom('exam').execute())

const write = async (kind: string, rows: readonly FileRow[], withdraw = false) => {
  const run = await office.dryRun(kind, rows)
  expect(run.refused).toEqual([])
  expect(await office.apply(kind, run.id, { withdraw })).toBe('applied')
  return run
}
const ownExams = async (who = student, number = '880001') =>
  (await who.post('/stuTable', { stuNumber: number, compact: true })).body.exams
const list = async (filter: object = {}) =>
  (
    await desk.post('/api/manage/exams/list', {
      find: '',
      kind: '',
      from: '',
      to: '',
      after: '',
      ...filter,
    })
  ).body

describe('the import of examinations and make-up classes', () => {
  test('a student reads those of the class, of a teaching class and of the own row, by date, with the seat', async () => {
    await write('exams', [
      { ...EXAM, 班级: className, 考场: '明德楼101', 监考教师: '张伟' },
      {
        ...EXAM,
        课程: '英语',
        日期: '2026/10/11',
        时间: '2026-10-11(9:00-11:00)',
        教学班: '英语B',
      },
      { ...EXAM, 类型: '补课', 课程: '物理', 日期: '2026-10-10', 时间: '第3-4节', 学号: '880001' },
      { ...EXAM, 课程: '法语', 学号: '880002' },
      { ...EXAM, 班级: className, 学号: '880001', 考场: '明德楼102', 座位号: '12' },
    ])
    expect(await ownExams()).toEqual([
      {
        kind: 'make-up-class',
        course: '物理',
        date: '2026-10-10',
        starts: '10:00',
        ends: '11:40',
        room: '',
      },
      {
        kind: 'exam',
        course: '英语',
        date: '2026-10-11',
        starts: '09:00',
        ends: '11:00',
        room: '',
      },
      {
        kind: 'exam',
        course: '高等数学',
        date: '2026-10-12',
        starts: '14:00',
        ends: '16:00',
        room: '明德楼102',
        seat: '12',
      },
    ])
  })

  test('a phone that does not ask for the list of lessons gets no examinations', async () => {
    await write('exams', [{ ...EXAM, 班级: className }])
    expect((await student.post('/stuTable', { stuNumber: '880001' })).body.exams).toBeUndefined()
  })

  test('a file with another room changes the row, and one with another day withdraws the earlier row if the office wants it', async () => {
    await write('exams', [{ ...EXAM, 班级: className, 教室: 'A1' }])
    const room = await write('exams', [{ ...EXAM, 班级: className, 教室: 'A2' }])
    expect(room.counts).toMatchObject({ changed: 1, added: 0 })
    const day = await write('exams', [{ ...EXAM, 班级: className, 日期: '2026-10-14' }], true)
    expect(day.counts).toMatchObject({ added: 1, withdrawn: 1 })
    expect(await ownExams()).toMatchObject([{ date: '2026-10-14' }])
  })

  test('what cannot be read, is unknown or is there twice is refused with a clear sentence', async () => {
    const { refused } = await office.dryRun('exams', [
      { ...EXAM, 时间: '下午' },
      { ...EXAM, 时间: '16:00-14:00', 班级: className },
      { ...EXAM, 时间: '10-11', 班级: className },
      { ...EXAM, 班级: '没有的班' },
      { ...EXAM, 学号: '404404' },
      EXAM,
      { ...EXAM, 学期: '2040-2041-1', 班级: className },
      { ...EXAM, 类型: '讲座', 班级: className },
    ])
    expect(refused).toEqual([
      ['时间', '应为起止时间或节次，例如 14:00-16:00 或 3-4'],
      ['时间', '应为起止时间或节次，例如 14:00-16:00 或 3-4'],
      ['时间', '当天没有这个节次'],
      ['班级', '没有“没有的班”这个班级，请先导入班级，或核对名称'],
      ['学号或考生号', '没有学号或考生号为404404的学生，请先导入学生'],
      ['班级', '班级、教学班和学号至少填写一项'],
      ['学期', '没有“2040-2041学年第一学期”这个学期，请先导入学期'],
      ['类型', '只能填写：考试 / 补课'],
    ])
  })

  test('a student who is given by student number and by exam number in one file counts once', async () => {
    const other = '26880001'
    await backend.db
      .updateTable('student')
      .set({ exam_number: other })
      .where('code', '=', 'S880001')
      .execute()
    const exam = await office.dryRun('exams', [
      { ...EXAM, 学号: '880001' },
      { ...EXAM, 学号: other },
    ])
    expect(exam.counts).toMatchObject({ added: 1, refused: 1 })
    expect(exam.refused[0]?.[1]).toContain('第2行')
    const member = { 教学班: '体育', 学期: TERM }
    const members = await office.dryRun('teaching-classes', [
      { ...member, 学号: '880001' },
      { ...member, 学号: other },
    ])
    expect(members.counts).toMatchObject({ added: 1, refused: 1 })
  })

  test('an examination at the time of a lesson of the same class gets a warning, on swapped days too and not on holidays', async () => {
    await write('lessons', [
      { 班级: className, 学期: TERM, 星期: '星期一', 节次: '5-6', 课程: '体育' },
    ])
    const warned = async (day: string) =>
      (await office.dryRun('exams', [{ ...EXAM, 日期: day, 班级: className }])).warnings
    expect(await warned('2026-10-12')).toEqual([['时间', '当天同一时间有课“体育”']])
    expect(await warned('2026-10-13')).toEqual([])
    await write('calendar-days', [
      { 开始日期: '2026-10-12', 结束日期: '2026-10-12', 事项: '放假', 放假: '是' },
      { 开始日期: '2026-10-17', 结束日期: '2026-10-17', 事项: '调休', 按哪天上课: '2026-10-12' },
    ])
    expect(await warned('2026-10-12')).toEqual([])
    expect(await warned('2026-10-17')).toHaveLength(1)
  })
})

describe('examinations and make-up classes', () => {
  test('are events of the calendar feed, with seat and a reminder an hour before', async () => {
    await write('exams', [{ ...EXAM, 学号: '880001', 教室: '明德楼102', 座位号: '12' }])
    const { body } = await student.post('/api/timetable/calendarAddress', { stuNumber: '880001' })
    const text = (await (await backend.fetch(body.address)).text()).replaceAll('\r\n ', '')
    const [event = ''] = text.split('BEGIN:VEVENT').filter((one) => one.includes('高等数学'))
    expect(event).toContain('SUMMARY:考试 · 高等数学\r\n')
    expect(event).toContain('DTSTART;TZID=Asia/Shanghai:20261012T140000')
    expect(event).toContain('DTEND;TZID=Asia/Shanghai:20261012T160000')
    expect(event).toContain('LOCATION:明德楼102')
    expect(event).toContain('座位 12')
    expect(event).toContain('TRIGGER:-PT1H')
    expect(event).not.toContain('RRULE')
  })

  test('are listed for the office by time, filtered by text, kind and days, page by page, and exported alike', async () => {
    await write('exams', [
      ...Array.from({ length: 60 }, (_, nth) => ({
        ...EXAM,
        班级: className,
        课程: `课程${String(nth).padStart(2, '0')}`,
        日期: nth < 30 ? '2026-10-13' : '2026-10-14',
      })),
      { ...EXAM, 类型: '补课', 日期: '2026-10-15', 学号: '880001', 座位号: '7' },
    ])
    const first = await list()
    expect(first.data).toHaveLength(50)
    const second = await list({ after: first.next })
    expect([second.data.length, second.next]).toEqual([11, ''])
    const days = [...first.data, ...second.data].map(({ date }: { date: string }) => date)
    expect(days).toEqual([...days].sort())
    expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(
      61,
    )
    expect((await list({ from: '2026-10-14', to: '2026-10-14' })).data).toHaveLength(30)
    expect((await list({ find: '课程05' })).data).toHaveLength(1)
    const [own, ...others] = (await list({ kind: 'make-up-class' })).data
    expect(others).toEqual([])
    expect(own).toMatchObject({ studentNumber: '880001', seat: '7', group: '' })
    expect((await list({ find: '880001' })).data).toHaveLength(1)
    const log = await backend.db
      .selectFrom('office_log')
      .select('action')
      .where('action', 'in', ['exams.search', 'exports.exams'])
      .execute()
    expect(log.map(({ action }) => action)).toContain('exams.search')
    const file = await backend.fetch('/api/manage/exports/exams', {
      method: 'POST',
      headers: { authorization: desk.token, 'content-type': 'application/json' },
      body: JSON.stringify({ find: '', kind: 'make-up-class', from: '', to: '', format: 'csv' }),
    })
    const table = await file.text()
    expect(table).toContain('2026-10-15')
    expect(table).not.toContain('课程05')
  })

  test('are among the data of a student that are disclosed to the student', async () => {
    await write('exams', [{ ...EXAM, 学号: '880001', 座位号: '12' }])
    const { PERSONAL_DATA_TABLES } = await import('#server/features/privacy/personal-data-tables')
    const { readPersonalRecords } = await import('#server/features/privacy/store')
    const [table] = PERSONAL_DATA_TABLES.filter((one) => one.table === 'exam')
    if (table === undefined) throw new Error('The table is disclosed.')
    expect(await readPersonalRecords(backend.db, table, 'S880001')).toMatchObject([{ seat: '12' }])
  })
})
