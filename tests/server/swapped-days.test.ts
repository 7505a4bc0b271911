import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseFollowedDay } from '#server/features/calendar/public'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner, type FileRow } from '../support/backend/import-runner.ts'

const TERM = '2026-2027学年第一学期'
const SATURDAY = { 开始日期: '2026-10-10', 结束日期: '2026-10-10', 事项: '国庆调休' }

let backend: Backend
let office: ReturnType<typeof createImportRunner>
let console_: SignedInUser
let student: SignedInUser
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
  console_ = await backend.signInAs('T4001')
  const { class_name } = await backend.db
    .selectFrom('student')
    .select('class_name')
    .where('code', '=', 'S880001')
    .executeTakeFirstOrThrow()
  await backend.db.deleteFrom('lesson').where('class_name', '=', class_name).execute()
  const lesson = { 班级: class_name, 学期: TERM, 节次: '1-2', 教室: '', 教师: '' }
  const { id } = await office.dryRun('lessons', [
    { ...lesson, 星期: '星期五', 课程: '物理' },
    { ...lesson, 星期: '星期六', 课程: '书法', 周次: '单周' },
  ])
  await office.apply('lessons', id)
})
afterAll(() => backend.close())
beforeEach(() => backend.db.deleteFrom('calendar_event').execute())

const importDays = async (rows: readonly FileRow[]) => {
  const run = await office.dryRun('calendar-days', rows)
  expect(run.refused).toEqual([])
  expect(await office.apply('calendar-days', run.id)).toBe('applied')
}
const save = async (values: object) =>
  (
    await console_.post('/api/manage/events/save', {
      id: '',
      version: '',
      values: {
        firstDay: '2026-10-10',
        lastDay: '2026-10-10',
        title: '国庆调休',
        titleEn: '',
        holiday: '0',
        follows: '第5周周五',
        ...values,
      },
    })
  ).body
const timetable = async (input: object = {}) =>
  (await student.post('/stuTable', { stuNumber: '880001', ...input })).body
const eventsOf = async (course: string) => {
  const { body } = await student.post('/api/timetable/calendarAddress', { stuNumber: '880001' })
  const text = await (await backend.fetch(body.address)).text()
  return text
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .filter((event) => event.includes(`SUMMARY:${course}\r\n`))
    .map((event) => ({
      starts: /DTSTART;TZID=Asia\/Shanghai:(\S+)/.exec(event)?.[1],
      without: /EXDATE;TZID=Asia\/Shanghai:(\S+)/.exec(event)?.[1],
      recurs: event.includes('RRULE:FREQ=WEEKLY;'),
    }))
}

describe('the day that a swapped day follows', () => {
  test('is read as a date or as a day of a teaching week, and other texts are not read', () => {
    const read = (text: string) => parseFollowedDay(text)
    expect(
      [
        '2026-10-09',
        '2026/10/9',
        '2026年10月9日',
        '第6周周五',
        '6周星期五',
        '第 6 周',
        '第6周日',
      ].map(read),
    ).toEqual(['2026-10-09', '2026-10-09', '2026-10-09', '6-5', '6-5', undefined, '6-7'])
    expect(
      ['week 6 Friday', 'Week 6, Fri', 'week 6', '2026-02-30', '周五', '', '第6周周八'].map(read),
    ).toEqual(['6-5', '6-5', undefined, undefined, undefined, undefined, undefined])
  })

  test('is imported with the calendar, and reaches the timetable of students and the school calendar', async () => {
    await importDays([
      { 开始日期: '2026-10-01', 结束日期: '2026-10-07', 事项: '国庆节', 放假: '是' },
      { ...SATURDAY, 按哪天上课: '第5周周五' },
      { 开始日期: '2026-10-11', 结束日期: '2026-10-11', 事项: '调休', 按哪天上课: '2026/10/9' },
    ])
    const { swappedDays, holidays } = await timetable({ compact: true })
    expect(swappedDays).toEqual([
      { date: '2026-10-10', follows: '2026-10-02' },
      { date: '2026-10-11', follows: '2026-10-09' },
    ])
    expect(holidays).toHaveLength(1)
    const { events } = (await backend.post('/api/calendar/find')).body.data
    expect(events.map(({ follows }: { follows?: string }) => follows)).toEqual([
      undefined,
      '2026-10-02',
      '2026-10-09',
    ])
    const again = await office.dryRun('calendar-days', [{ ...SATURDAY, 按哪天上课: '2026-10-02' }])
    expect(again.counts).toMatchObject({ unchanged: 1, changed: 0 })
  })

  test('is refused outside the term, on a holiday, for several days, and if it cannot be read', async () => {
    const { refused } = await office.dryRun('calendar-days', [
      { ...SATURDAY, 按哪天上课: '第21周周五' },
      { ...SATURDAY, 事项: 'a', 按哪天上课: '2026-08-30' },
      { ...SATURDAY, 事项: 'b', 按哪天上课: '第5周周五', 放假: '是' },
      { ...SATURDAY, 事项: 'c', 结束日期: '2026-10-11', 按哪天上课: '第5周周五' },
      { ...SATURDAY, 事项: 'd', 按哪天上课: '周五' },
      { 开始日期: '2026-08-30', 结束日期: '2026-08-30', 事项: 'e', 按哪天上课: '2026-10-02' },
    ])
    expect(refused.map(([column, says]) => [column, says.slice(0, 12)])).toEqual([
      ['按哪天上课', '只能按同一学期教学周内的'],
      ['按哪天上课', '只能按同一学期教学周内的'],
      ['按哪天上课', '放假的日子不能按其他日子'],
      ['按哪天上课', '调休的日子请一天一行，开'],
      ['按哪天上课', '应为日期或教学周的一天，'],
      ['按哪天上课', '这一天不在任何学期的教学'],
    ])
  })

  test('is given up by a file that makes the day a holiday or part of several days, and the holiday by one that makes it swapped', async () => {
    const columns = async () =>
      backend.db
        .selectFrom('calendar_event')
        .select(['holiday', 'last_day', 'follows_day'])
        .executeTakeFirstOrThrow()
    await importDays([{ ...SATURDAY, 按哪天上课: '第5周周五' }])
    await importDays([{ ...SATURDAY, 放假: '是' }])
    expect(await columns()).toMatchObject({ holiday: true, follows_day: null })
    await importDays([{ ...SATURDAY, 按哪天上课: '第5周周五' }])
    expect(await columns()).toMatchObject({ holiday: false, follows_day: '2026-10-02' })
    await importDays([{ ...SATURDAY, 结束日期: '2026-10-11' }])
    expect(await columns()).toMatchObject({ last_day: '2026-10-11', follows_day: null })
  })

  test('is one day only: a second one of a file or of the console is refused, and one in another file gets a warning', async () => {
    const twice = await office.dryRun('calendar-days', [
      { ...SATURDAY, 按哪天上课: '第5周周五' },
      { ...SATURDAY, 事项: '校庆', 按哪天上课: '第5周周四' },
    ])
    expect(twice.counts).toMatchObject({ added: 1, refused: 1 })
    await importDays([{ ...SATURDAY, 按哪天上课: '第5周周五' }])
    const says = '“国庆调休”已使这一天按其他日子上课，请先改或停用该事项'
    expect((await save({ title: '校庆' })).msg).toBe(says)
    const other = await office.dryRun('calendar-days', [
      { ...SATURDAY, 事项: '校庆', 按哪天上课: '第5周周四' },
    ])
    expect(other.warnings).toEqual([['按哪天上课', says]])
    await office.apply('calendar-days', other.id)
    expect((await timetable({ compact: true })).swappedDays).toHaveLength(1)
  })

  test('is saved, changed and removed in the console, with a clear sentence for what cannot be', async () => {
    expect(await save({ holiday: '1' })).toMatchObject({ msg: '放假的日子不能按其他日子上课' })
    expect(await save({ follows: '周五' })).toMatchObject({
      msg: expect.stringContaining('例如 2026-10-09 或 第6周周五'),
    })
    expect(await save({})).toMatchObject({ code: '0' })
    const list = async () =>
      (await console_.post('/api/manage/events/list', { find: '', after: '', id: '' })).body.data
    const [row] = await list()
    expect(row.values.follows).toBe('2026-10-02')
    const changed = await console_.post('/api/manage/events/save', {
      id: row.id,
      version: row.version,
      values: { ...row.values, follows: '' },
    })
    expect(changed.body.code).toBe('0')
    expect((await timetable({ compact: true })).swappedDays).toBeUndefined()
  })
})

describe('a swapped day', () => {
  test('has the lessons of the other day also on phones that ask for a week, where each week then differs', async () => {
    expect(await timetable()).toMatchObject({ sameEveryWeek: true })
    await save({ firstDay: '2026-10-10', lastDay: '2026-10-10' })
    const week = await timetable({ currentweek: 6 })
    expect(week.sameEveryWeek).toBe(false)
    expect(week.data['1'].map((one: { courseName: string } | null) => one?.courseName)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      '物理',
      '物理',
      undefined,
    ])
    expect(week.data['1'][5].weekLy).toBe('3')
  })

  test('is an event of the followed day’s lessons and an EXDATE of its own lessons in the calendar feed', async () => {
    await importDays([
      { 开始日期: '2026-10-01', 结束日期: '2026-10-07', 事项: '国庆节', 放假: '是' },
      { 开始日期: '2026-09-12', 结束日期: '2026-09-12', 事项: '无', 按哪天上课: '第3周周一' },
      { 开始日期: '2026-10-17', 结束日期: '2026-10-17', 事项: '调休', 按哪天上课: '2026-10-02' },
    ])
    expect(await eventsOf('物理')).toEqual([
      { starts: '20260904T080000', without: '20261002T080000', recurs: true },
      { starts: '20261017T080000', without: undefined, recurs: false },
    ])
    // The Saturday of week 5 is a holiday; that of week 7 would have its own lesson of odd weeks.
    expect(await eventsOf('书法')).toEqual([
      {
        starts: '20260905T080000',
        without: '20261003T080000,20261017T080000',
        recurs: true,
      },
    ])
  })

  test('with the lessons of the same weekday of another week has them in the calendar feed', async () => {
    await importDays([
      { 开始日期: '2026-10-09', 结束日期: '2026-10-09', 事项: '调休', 按哪天上课: '2026-10-16' },
      { 开始日期: '2026-10-10', 结束日期: '2026-10-10', 事项: '调休', 按哪天上课: '2026-10-17' },
    ])
    expect(await eventsOf('物理')).toEqual([
      { starts: '20260904T080000', without: undefined, recurs: true },
    ])
    // The lessons of odd weeks: the Saturday of week 6 has those of week 7.
    expect(await eventsOf('书法')).toEqual([
      {
        starts: '20260905T080000',
        without:
          '20260912T080000,20260926T080000,20261024T080000,20261107T080000,20261121T080000,20261205T080000,20261219T080000,20270102T080000',
        recurs: true,
      },
    ])
  })

  test('is an event of its own in the calendar feed where its bell schedule has other times', async () => {
    await backend.db
      .insertInto('bell_schedule')
      .values([
        { id: 'x', from_day: '2026-10-17', periods: '09:00-09:45,09:50-10:35' },
        { id: 'y', from_day: '2026-10-18', periods: '08:00-08:45,08:55-09:40' },
      ])
      .execute()
    await importDays([
      { 开始日期: '2026-10-17', 结束日期: '2026-10-17', 事项: '调休', 按哪天上课: '2026-10-02' },
    ])
    expect(await eventsOf('物理')).toEqual([
      { starts: '20260904T080000', without: undefined, recurs: true },
      { starts: '20261017T090000', without: undefined, recurs: false },
    ])
    await backend.db.deleteFrom('bell_schedule').execute()
  })
})
