import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { readImportFixture } from '../support/backend/import-fixtures.ts'
import { createImportRunner, type FileRow } from '../support/backend/import-runner.ts'

const TERM = '2026-2027学年第一学期'
const DAYS = ['星期一', '星期二', '星期三', '星期四', '星期五']
const WEEKS = [
  '1-16',
  '1-8,10-16周',
  '1-15周(单)',
  '双周',
  '第3周',
  '单周2-12',
  '1-8周，10-16周(双)',
]

let backend: Backend
let office: ReturnType<typeof createImportRunner>
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = createImportRunner(backend)
  backend.clock.set('2026-09-16T02:00:00Z')
  await backend.db
    .insertInto('term')
    .values({ label: TERM, first_monday: '2026-08-31', weeks: 20 })
    .onConflict((found) => found.column('label').doUpdateSet({ first_monday: '2026-08-31' }))
    .execute()
  await backend.db
    .insertInto('school_class')
    .values(
      ['软件工程26-9班', ...Array.from({ length: 80 }, (_, nth) => className(nth))].map((name) => ({
        name,
        major_code: '080902',
        entry_year: '2026',
      })),
    )
    .execute()
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const className = (nth: number) => `工程26-${nth + 1}班`
const file = (rows: readonly FileRow[]) => {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return new TextEncoder().encode(
    stringify([headings, ...rows.map((row) => headings.map((one) => row[one] ?? ''))]),
  )
}
const writeRows = async (kind: string, rows: readonly FileRow[]) => {
  const run = await office.dryRun(kind, rows)
  expect(run.refused).toEqual([])
  expect(await office.apply(kind, run.id)).toBe('applied')
  return run
}
const compact = async () =>
  (await student.post('/stuTable', { stuNumber: '880001', compact: true })).body
const courses = (body: { lessons: { course: string }[] }) =>
  body.lessons.map(({ course }) => course)
const twelve = [
  '08:00-08:45',
  '08:50-09:35',
  '09:50-10:35',
  '10:40-11:25',
  '11:30-12:15',
  '13:30-14:15',
  '14:20-15:05',
  '15:20-16:05',
  '16:10-16:55',
  '18:30-19:15',
  '19:20-20:05',
  '20:10-20:55',
]
const saveSchedule = async (firstDay: string, periods: string) =>
  (await backend.signInAs('T4001')).post('/api/manage/bellSchedules/save', {
    id: '',
    version: '',
    values: { firstDay, periods },
  })

describe('a university’s timetable file', () => {
  test('a lesson file whose day has twelve periods is imported whole once the console has the twelve periods', async () => {
    const before = await office.dryRunFile('lessons', readImportFixture('lessons.csv'))
    expect(before.refused).toEqual([['节次', '应为1到9之间的节次，例如 3-4']])
    expect((await saveSchedule('2026-03-01', '08:00-08:45\n08:40-09:00')).body).toMatchObject({
      msg: expect.stringContaining('不能重叠'),
    })
    expect((await saveSchedule('2026-03-01', twelve.join('，'))).body.code).toBe('0')
    const after = await office.dryRunFile('lessons', readImportFixture('lessons.csv'))
    expect([after.refused, after.warnings]).toEqual([[], []])
    expect(after.counts).toMatchObject({ added: 8, refused: 0 })
  })

  test('a file of 3,200 lessons of classes and teaching classes is imported whole, and again without a change', async () => {
    const members = Array.from({ length: 240 }, (_, nth) => ({
      教学班: `选修-${Math.floor(nth / 3) + 1}`,
      学期: '2026-2027-1',
      班级: className(nth % 80),
    }))
    await writeRows('teaching-classes', members)
    // 80 classes with 35 lessons each, and 80 teaching classes with 5 lessons each.
    const lessons = Array.from({ length: 3_200 }, (_, nth): FileRow => {
      const isElective = nth >= 2_800
      const own = isElective ? nth - 2_800 : nth
      const slot = isElective ? own % 5 : own % 35
      const period = (slot % 6) * 2 + 1
      return {
        班级: isElective ? '' : className(Math.floor(own / 35)),
        教学班: isElective ? `选修-${Math.floor(own / 5) + 1}` : '',
        学期: TERM,
        星期: DAYS[Math.floor(slot / 6) % 5] ?? '',
        节次: slot % 2 === 0 ? `${period}-${period + 1}` : `第${period}-${period + 1}节`,
        课程: `课程${slot}`,
        教师: nth % 4 === 0 ? '张伟，王芳' : '李强',
        教室: `明德楼${100 + (nth % 60)}`,
        周次: WEEKS[nth % WEEKS.length] ?? '',
        备注: nth % 9 === 0 ? '带实验报告' : '',
      }
    })
    const run = await office.dryRunFile('lessons', file(lessons))
    expect(run.refused).toEqual([])
    expect(run.counts).toMatchObject({ added: 3_200, refused: 0 })
    expect(await office.apply('lessons', run.id)).toBe('applied')
    const again = await office.dryRunFile('lessons', file(lessons))
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 3_200, withdrawn: 0 })
  })

  test('a lesson’s weeks and room are changed by a later file, and its other weeks become a new lesson', async () => {
    const lesson = { 班级: className(1), 学期: TERM, 星期: '周日', 节次: '1-2', 课程: '书法' }
    await writeRows('lessons', [{ ...lesson, 教室: 'A1', 周次: '1-16周' }])
    const run = await writeRows('lessons', [
      { ...lesson, 教室: 'A1', 周次: '1-8周' },
      { ...lesson, 教室: 'A2', 周次: '9-16周' },
    ])
    expect(run.counts).toMatchObject({ changed: 1, added: 1 })
  })

  test('a lesson of a teaching class of many classes is imported with the names of all of them', async () => {
    const run = await office.dryRun('lessons', [
      {
        教学班: '选修-1',
        班级: Array.from({ length: 20 }, (_, nth) => className(nth)).join('，'),
        学期: TERM,
        星期: '周日',
        节次: '3',
        课程: '书法',
      },
    ])
    expect(run.refused).toEqual([])
  })

  test('lessons that share a class, a time and a week get a warning and are imported', async () => {
    const lesson = (course: string, room: string) => ({
      班级: className(0),
      学期: TERM,
      星期: '周日',
      节次: '1-2',
      课程: course,
      教室: room,
      周次: '1-16周',
    })
    const groups = await writeRows('lessons', [lesson('实验', '机房1'), lesson('实验', '机房2')])
    expect(groups.warnings).toEqual([['节次', '与第2行是同一班级、同一时间、同一周的课']])
    const other = await office.dryRun('lessons', [{ ...lesson('体育', '操场'), 节次: '2-3' }])
    expect(other.warnings).toEqual([['节次', '与该班级同一时间的“实验”重叠']])
  })

  test('a lesson of a class and one of its teaching class at the same time get a warning, from the file and from earlier imports', async () => {
    const slot = { 学期: TERM, 星期: '周日', 节次: '7-8', 周次: '1-16周' }
    const file = await writeRows('lessons', [
      { ...slot, 班级: className(3), 课程: '美术' },
      { ...slot, 教学班: '选修-2', 课程: '音乐', 节次: '8-9' },
      { ...slot, 教学班: '选修-5', 课程: '音乐', 节次: '8-9' },
    ])
    expect(file.warnings).toEqual([['节次', '与第2行同一时间、同一周，而该班级属于该教学班']])
    const later = await office.dryRun('lessons', [
      { ...slot, 班级: className(4), 课程: '舞蹈', 节次: '9' },
      { ...slot, 班级: className(4), 课程: '舞蹈', 节次: '9', 星期: '周六' },
    ])
    expect(later.warnings).toEqual([
      ['节次', '与“选修-2”同一时间的“音乐”重叠，而该班级属于该教学班'],
    ])
  })

  test('a row that changes a stored lesson, to which a row far below is equal, is applied and taken back', async () => {
    const lesson = { 班级: className(60), 学期: TERM, 节次: '1-2', 周次: '1-16周' }
    const rows = Array.from({ length: 520 }, (_, nth) => ({
      ...lesson,
      班级: className(60 + (nth % 20)),
      星期: '周日',
      课程: `研讨${nth}`,
      教室: `C${nth}`,
    }))
    const stored = { ...lesson, 星期: '周六', 课程: '研讨', 教室: 'A1' }
    await writeRows('lessons', [...rows, stored])
    const run = await writeRows('lessons', [{ ...stored, 教室: 'A2' }, ...rows, stored])
    expect(run.counts).toMatchObject({ changed: 1, added: 1 })
    const rooms = () =>
      backend.db
        .selectFrom('lesson')
        .select('room')
        .where('course', '=', '研讨')
        .orderBy('room')
        .execute()
    expect(await rooms()).toEqual([{ room: 'A1' }, { room: 'A2' }])
    expect(await office.takeBack('lessons', run.id)).toBe('taken back')
    expect(await rooms()).toEqual([{ room: 'A1' }])
  })

  test('a lesson of a teaching class without members, or with a class outside of it, gets a warning', async () => {
    const lesson = { 学期: TERM, 星期: '周六', 节次: '1', 课程: '书法' }
    const none = await office.dryRun('lessons', [{ ...lesson, 教学班: '没有名单' }])
    expect(none.warnings).toEqual([['教学班', '该教学班还没有名单，导入名单前学生看不到这门课']])
    const outside = await office.dryRun('lessons', [
      { ...lesson, 教学班: '选修-1', 班级: `${className(0)},别的班` },
    ])
    expect(outside.warnings).toEqual([['班级', '“别的班”不在该教学班的名单中']])
  })
})

describe('the timetable of a student', () => {
  beforeAll(async () => {
    const { class_name } = await backend.db
      .selectFrom('student')
      .select('class_name')
      .where('code', '=', 'S880001')
      .executeTakeFirstOrThrow()
    await backend.db.deleteFrom('lesson').where('class_name', '=', class_name).execute()
    const lesson = { 学期: TERM, 星期: '星期一', 周次: '1-16周', 教室: '明德楼101' }
    await writeRows('teaching-classes', [
      { 教学班: '英语B', 学期: TERM, 学号: '880001' },
      { 教学班: '物理A', 学期: TERM, 班级: class_name },
      { 教学班: '别人的', 学期: TERM, 学号: '880002' },
    ])
    await writeRows('lessons', [
      { ...lesson, 班级: class_name, 节次: '1-2', 课程: '高等数学', 教师: '张伟、王芳' },
      { ...lesson, 教学班: '英语B', 节次: '2-3', 课程: '英语', 周次: '1-15周(单)' },
      { ...lesson, 教学班: '物理A', 节次: '11-12', 课程: '物理', 备注: '带实验报告' },
      { ...lesson, 教学班: '别人的', 节次: '5-6', 课程: '法语' },
    ])
  })

  test('a student’s timetable is the sum of the class and of the teaching classes by class and by student list', async () => {
    const body = await compact()
    expect(courses(body)).toEqual(['高等数学', '英语', '物理'])
    expect(body).toMatchObject({ data: {}, sameEveryWeek: true, totalWeek: 20 })
    expect(body.lessons[0]).toEqual({
      day: 1,
      period: 1,
      span: 2,
      course: '高等数学',
      room: '明德楼101',
      teacher: '张伟、王芳',
      weeks: '1-16',
    })
    expect(body.lessons[1].weeks).toBe('1,3,5,7,9,11,13,15')
    expect(body.lessons[2]).toMatchObject({ period: 11, note: '带实验报告' })
    expect(body.schedules).toEqual([{ from: '2026-03-01', periods: twelve }])
  })

  test('a phone that does not ask for the list gets nine periods as before, one week at a time', async () => {
    const { body } = await student.post('/stuTable', { stuNumber: '880001', currentweek: 2 })
    expect(Object.keys(body.data)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(body).toMatchObject({ sameEveryWeek: false })
    expect(body.data['1'][0]).toMatchObject({ courseName: '高等数学', rowSpan: 2, weekLy: '3' })
    expect([body.lessons, body.schedules]).toEqual([undefined, undefined])
  })

  test('the calendar feed has the lessons of teaching classes, at the times of each bell schedule', async () => {
    expect(
      (await saveSchedule('2026-10-01', twelve.join('\n').replace('20:55', '20:50'))).body.code,
    ).toBe('0')
    const { body } = await student.post('/api/timetable/calendarAddress', { stuNumber: '880001' })
    const response = await backend.fetch(body.address)
    const text = (await response.text()).replaceAll('\r\n ', '')
    const events = text.split('BEGIN:VEVENT').filter((event) => event.includes('SUMMARY:物理'))
    expect(
      events.map((event) => /DT(?:START|END).*:(\S+)\r\nDTEND.*:(\S+)/.exec(event)?.slice(1)),
    ).toEqual([
      ['20260831T192000', '20260831T205500'],
      // The Monday of the first week of October is a holiday.
      ['20261012T192000', '20261012T205000'],
    ])
    expect(events.map((event) => /COUNT=(\d+)/.exec(event)?.[1])).toEqual(['5', '10'])
  })

  test('a term of forty lessons is less than 8 KB on the wire', async () => {
    const { class_name } = await backend.db
      .selectFrom('student')
      .select('class_name')
      .where('code', '=', 'S880001')
      .executeTakeFirstOrThrow()
    await writeRows(
      'lessons',
      Array.from({ length: 40 }, (_, nth) => ({
        班级: class_name,
        学期: TERM,
        星期: DAYS[nth % 5] ?? '',
        节次: String((Math.floor(nth / 5) % 12) + 4),
        课程: `计算机组成原理与系统结构${nth}`,
        教室: `明德楼${100 + nth}`,
        教师: '张伟、王芳',
        周次: '1-8,10-16周',
      })),
    )
    const body = await compact()
    const text = JSON.stringify(body)
    expect(body.lessons.length).toBeGreaterThanOrEqual(40)
    expect(Buffer.byteLength(text) * (40 / body.lessons.length)).toBeLessThan(8 * 1024)
  })

  test('a lesson whose weeks are all after the end of the term is not shown', async () => {
    await writeRows('lessons', [
      { 教学班: '英语B', 学期: TERM, 星期: '周日', 节次: '5', 课程: '补课', 周次: '21-22周' },
    ])
    expect(courses(await compact())).not.toContain('补课')
    expect((await student.post('/stuTable', { stuNumber: '880001' })).body.data['5'][6]).toBeNull()
  })

  test('a student who leaves a teaching class no longer gets its lessons', async () => {
    expect(courses(await compact())).toContain('英语')
    const run = await office.dryRun('teaching-classes', [
      { 教学班: '英语B', 学期: TERM, 学号: '880002' },
    ])
    expect(run.counts).toMatchObject({ added: 1, withdrawn: 1 })
    expect(await office.apply('teaching-classes', run.id, { withdraw: true })).toBe('applied')
    expect(courses(await compact())).not.toContain('英语')
  })

  test('a student’s own data contain the teaching classes of which the student is a member', async () => {
    const { PERSONAL_DATA_TABLES } = await import('#server/features/privacy/personal-data-tables')
    const { readPersonalRecords } = await import('#server/features/privacy/store')
    const [table] = PERSONAL_DATA_TABLES.filter((one) => one.table === 'teaching_class_member')
    if (table === undefined) throw new Error('The table is disclosed.')
    expect(await readPersonalRecords(backend.db, table, 'S880001')).toMatchObject([
      { teaching_class: '英语B', term: TERM },
    ])
  })
})
