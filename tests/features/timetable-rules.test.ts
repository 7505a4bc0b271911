import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pickCourseColour, isTimetableEmpty, layoutWeek } from '#app/features/timetable/layout.ts'
import { findNextLesson, weekDates, teachingWeekAt } from '#app/features/timetable/lessons.ts'
import { type Lesson, type ScheduledLesson, type Timetable, timetable } from '#contract/timetable'

const lesson = (course: string, given: Partial<Lesson> = {}): Lesson => ({
  course,
  room: 'A305',
  teacher: '王',
  periods: 2,
  covered: false,
  oddWeeksOnly: false,
  ...given,
})
const table = (cells: Record<string, Lesson>, given: Partial<Timetable> = {}): Timetable => {
  const rows: Record<string, (Lesson | null)[]> = {}
  for (let period = 1; period <= 9; period++)
    rows[period] = Array.from({ length: 7 }, (_, day) => cells[`${period}/${day + 1}`] ?? null)
  return {
    holidays: undefined,
    swappedDays: undefined,
    weeks: 18,
    term: '2026-2027学年第一学期',
    currentWeek: 12,
    rows,
    firstMonday: '2026-08-31',
    everyWeek: true,
    lessons: undefined,
    schedules: undefined,
    exams: undefined,
    ...given,
  }
}
const at = (china: string) => Date.parse(`${china}:00+08:00`)
const maths = table({
  '1/1': lesson('高等数学'),
  '2/1': lesson('高等数学', { covered: true }),
  '5/1': lesson('英语'),
  '3/2': lesson('物理'),
  '1/3': lesson('体育', { oddWeeksOnly: true }),
})

describe('the timetable’s grid of a week', () => {
  test('the timetable’s grid has nine periods by seven days [TTB-03]', () => {
    const rows = layoutWeek(table({}), 1)
    expect(rows.map(({ period, cells }) => [period, cells.length])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((period) => [period, 7]),
    )
  })
  test('a lesson of two periods is one cell that spans both periods [TTB-09]', () => {
    const rows = layoutWeek(maths, 1)
    expect(rows[0]?.cells[0]).toMatchObject({ day: 1, span: 2, lessons: [{ course: '高等数学' }] })
    expect(rows[1]?.cells.map(({ day }) => day)).toEqual([2, 4, 5, 6, 7])
  })
  test('an odd-week lesson is shown in odd weeks, and its cells are free in even weeks [TTB-08]', () => {
    const inWeek = (week: number) => layoutWeek(maths, week)[0]?.cells[2]?.lessons[0]?.course
    expect([1, 2, 3, 4].map(inWeek)).toEqual(['体育', undefined, '体育', undefined])
    expect(layoutWeek(maths, 2)[1]?.cells.map(({ day }) => day)).toContain(3)
  })
  test('the field weekLy means odd weeks for 1 and every week for 2, 3 or no value, as number or text [TTB-08]', () => {
    const cell = (weekLy: unknown) => ({
      courseName: String(weekLy),
      rowSpan: 1,
      isrowSpan: false,
      weekLy,
    })
    const kinds = ['1', 1, '2', 2, '3', 3, undefined]
    const data = { '1': kinds.map(cell) }
    const read = v.parse(timetable.find.output.decode, {
      code: '0',
      totalWeek: 18,
      yearTerm: 't',
      currentWeek: 1,
      data,
    })
    const held = (week: number) =>
      layoutWeek(read, week)[0]?.cells.map(({ lessons }) => lessons.length > 0)
    const [odd, every] = [[true, true], Array.from({ length: 5 }, () => true)]
    expect([1, 3, 17].map(held)).toEqual(Array.from({ length: 3 }, () => [...odd, ...every]))
    expect([2, 4, 18].map(held)).toEqual(Array.from({ length: 3 }, () => [false, false, ...every]))
  })
  test('a lesson’s cell ends before the next lesson and at the ninth period', () => {
    const rows = layoutWeek(
      table({
        '1/1': lesson('a', { periods: 4 }),
        '3/1': lesson('b'),
        '9/1': lesson('c', { periods: 3 }),
      }),
      1,
    )
    expect([0, 2, 8].map((row) => rows[row]?.cells[0]?.span)).toEqual([2, 2, 1])
  })
  test('a course always has the same colour', () => {
    expect(pickCourseColour('高等数学')).toBe(pickCourseColour('高等数学'))
    expect([1, 2, 3, 4, 5]).toContain(pickCourseColour(''))
  })
  test('a timetable is empty when no week has any lesson', () => {
    expect(isTimetableEmpty(table({}))).toBe(true)
    expect(isTimetableEmpty(maths)).toBe(false)
  })
})

describe('a timetable as a list of lessons', () => {
  const scheduled = (course: string, given: Partial<ScheduledLesson>): ScheduledLesson => ({
    day: 1,
    period: 1,
    periods: 2,
    course,
    room: 'A305',
    teacher: '王、李',
    weeks: '',
    note: undefined,
    ...given,
  })
  const periods = Array.from({ length: 12 }, (_, nth) => {
    const hour = String(nth + 8).padStart(2, '0')
    return `${hour}:00-${hour}:45`
  })
  const winter = periods.map((one) => one.replaceAll(':00-', ':10-'))
  const listed = table(
    {},
    {
      rows: {},
      lessons: [
        scheduled('高等数学', { weeks: '1-8,10-16' }),
        scheduled('英语', { period: 2, weeks: '1,3,5' }),
        scheduled('物理', { period: 11, weeks: '2' }),
      ],
      schedules: [
        { from: '2026-03-01', periods },
        { from: '2026-11-16', periods: winter },
      ],
    },
  )
  const shown = (week: number) =>
    layoutWeek(listed, week).flatMap(({ period, cells }) =>
      cells.flatMap(({ lessons, span }) =>
        lessons.length === 0 ? [] : [[period, span, ...lessons.map(({ course }) => course)]],
      ),
    )

  test('each week has the lessons of that week, in as many rows as the school’s day has periods', () => {
    expect(layoutWeek(listed, 1)).toHaveLength(12)
    expect(shown(2)).toEqual([
      [1, 2, '高等数学'],
      [11, 2, '物理'],
    ])
    expect(shown(9)).toEqual([])
  })
  test('lessons that overlap share one cell', () => {
    expect(shown(1)).toEqual([[1, 3, '高等数学', '英语']])
  })
  test('a lesson after the last period of the day keeps its row', () => {
    const short = { ...listed, schedules: [{ from: '2026-03-01', periods: periods.slice(0, 8) }] }
    expect(layoutWeek(short, 2)).toHaveLength(12)
  })
  test('the next lesson has the times of the bell schedule of its day', () => {
    const next = (china: string) => findNextLesson(listed, at(china))
    expect(next('2026-09-07T18:20')).toMatchObject({ starts: '18:00', ends: '19:45' })
    expect(next('2026-11-15T10:00')).toMatchObject({ inDays: 1, starts: '08:10', ends: '09:45' })
  })
  test('a bell schedule does not apply before its first day: the default nine periods do', () => {
    const later = { ...listed, schedules: [{ from: '2026-11-16', periods: winter }] }
    expect(layoutWeek(later, 9)).toHaveLength(9)
    expect(layoutWeek(later, 12)).toHaveLength(12)
    expect(findNextLesson(later, at('2026-11-08T10:00'))).toMatchObject({ starts: '08:00' })
  })
  test('a timetable without lessons in its list is empty', () => {
    expect(isTimetableEmpty(listed)).toBe(false)
    expect(isTimetableEmpty({ ...listed, lessons: [] })).toBe(true)
  })
})

describe('a holiday', () => {
  // The holiday lasts from Thursday of week 5 to Wednesday of week 6.
  const off = {
    ...maths,
    holidays: [{ from: '2026-10-01', to: '2026-10-07', title: '国庆节放假', titleEn: undefined }],
  }
  const coursesIn = (week: number) =>
    layoutWeek(off, week).flatMap(({ cells }) =>
      cells.flatMap(({ lessons }) => lessons.map(({ course }) => course)),
    )

  test('no lessons are shown on the days of a holiday, but on the days before and after it', () => {
    expect([5, 6, 7].map(coursesIn)).toEqual([
      ['高等数学', '体育', '物理', '英语'],
      [],
      ['高等数学', '体育', '物理', '英语'],
    ])
  })
  test('the next lesson is never on a holiday, however long the holiday is [CAL-03]', () => {
    const next = (china: string) => findNextLesson(off, at(china))
    expect(next('2026-09-30T10:00')).toMatchObject({
      lesson: { course: '高等数学' },
      week: 7,
      inDays: 12,
    })
    expect(next('2026-10-05T08:10')).toMatchObject({
      lesson: { course: '高等数学' },
      inDays: 7,
      isRunning: false,
    })
    expect(findNextLesson({ ...off, holidays: undefined }, at('2026-10-05T08:10'))).toMatchObject({
      inDays: 0,
      isRunning: true,
    })
  })
  test('holidays do not affect the timetable of a term without dates', () => {
    expect(
      findNextLesson({ ...off, firstMonday: undefined }, at('2026-10-05T08:10')),
    ).toMatchObject({
      inDays: 0,
    })
  })
})

describe('a swapped day', () => {
  const listed = (course: string, given: Partial<ScheduledLesson>): ScheduledLesson => ({
    day: 1,
    period: 1,
    periods: 2,
    course,
    room: '',
    teacher: '',
    weeks: '',
    note: undefined,
    ...given,
  })
  const lessons = [
    listed('高等数学', { day: 1 }),
    listed('英语', { day: 4, weeks: '5' }),
    listed('物理', { day: 5 }),
  ]
  const swapped = table(
    {},
    {
      rows: {},
      lessons,
      holidays: [{ from: '2026-10-01', to: '2026-10-10', title: '放假', titleEn: undefined }],
      // Saturday within the holiday, Sunday, and a Monday that has the lessons of a Friday.
      swappedDays: [
        { day: '2026-10-10', follows: '2026-10-01' },
        { day: '2026-10-11', follows: '2026-10-09' },
        { day: '2026-10-12', follows: '2026-10-02' },
      ],
      schedules: [{ from: '2026-10-11', periods: ['07:00-07:45', '07:50-08:35'] }],
    },
  )
  const shown = (week: number) =>
    layoutWeek(swapped, week).flatMap(({ cells }) =>
      cells.flatMap(({ day, lessons: held }) => held.map(({ course }) => [day, course])),
    )

  test('a swapped day has the lessons of the day that it follows, also within a holiday, and not its own', () => {
    expect(shown(5)).toEqual([[1, '高等数学']])
    expect(shown(6)).toEqual([
      [6, '英语'],
      [7, '物理'],
    ])
    expect(shown(7)).toEqual([
      [1, '物理'],
      [5, '物理'],
    ])
  })
  test('the next lesson is one of a swapped day, at the times of the bell schedule of that day', () => {
    const next = (china: string) => {
      const found = findNextLesson(swapped, at(china))
      return found && [found.lesson.course, found.inDays, found.day, found.starts, found.ends]
    }
    expect(next('2026-10-08T10:00')).toEqual(['英语', 2, 6, '08:00', '09:40'])
    expect(next('2026-10-10T12:00')).toEqual(['物理', 1, 7, '07:00', '08:35'])
    expect(next('2026-10-11T12:00')).toEqual(['物理', 1, 1, '07:00', '08:35'])
  })
})

describe('the timetable’s calendar', () => {
  test('the days of a week are counted from the first Monday', () => {
    expect(weekDates('2026-08-31', 12)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
  })
  test('the current week follows the calendar, not the cached value', () => {
    expect(teachingWeekAt({ ...maths, currentWeek: 3 }, at('2026-11-20T12:00'))).toBe(12)
    expect(teachingWeekAt({ ...maths, currentWeek: 3 }, at('2027-06-01T12:00'))).toBe(18)
    expect(teachingWeekAt({ ...maths, currentWeek: 3 }, at('2026-07-01T12:00'))).toBe(1)
  })
  test('the current week of a term without a first Monday is the response’s', () => {
    expect(teachingWeekAt({ ...maths, firstMonday: undefined }, at('2026-11-20T12:00'))).toBe(12)
  })
})

describe('the next lesson', () => {
  const next = (china: string, timetable = maths) => {
    const found = findNextLesson(timetable, at(china))
    return found && [found.lesson.course, found.inDays, found.starts, found.ends, found.isRunning]
  }
  test('before the first lesson of a day, the next lesson is the first one', () =>
    expect(next('2026-11-16T07:00')).toEqual(['高等数学', 0, '08:00', '09:40', false]))
  test('a running lesson is the next lesson until it ends', () =>
    expect(next('2026-11-16T09:39')).toEqual(['高等数学', 0, '08:00', '09:40', true]))
  test('after a lesson has ended, the next lesson is the following one of the day', () =>
    expect(next('2026-11-16T09:40')).toEqual(['英语', 0, '13:30', '15:10', false]))
  test('after the last lesson of a day, the next lesson is the first one of the next day', () =>
    expect(next('2026-11-16T16:00')).toEqual(['物理', 1, '10:00', '11:40', false]))
  test('after the last lesson of a week, the next lesson is one of the following week, which is odd or even', () => {
    expect(next('2026-11-17T20:00')).toEqual(['高等数学', 6, '08:00', '09:40', false])
    expect(next('2026-11-24T20:00')).toEqual(['体育', 1, '08:00', '09:40', false])
  })
  test('no next lesson is found after the term or in an empty timetable', () => {
    expect(next('2027-02-01T08:00')).toBeUndefined()
    expect(next('2026-11-16T07:00', table({}))).toBeUndefined()
  })
  test('in a term without a first Monday, the next lesson after Sunday is in the following week', () => {
    const undated = { ...maths, firstMonday: undefined }
    expect(next('2026-11-17T20:00', undated)).toEqual(['高等数学', 6, '08:00', '09:40', false])
  })
  test('the next lesson is determined by the day in China, also just after midnight there', () =>
    expect(next('2026-11-16T00:10')?.[1]).toBe(0))
})
