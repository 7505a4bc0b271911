import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  findExamConflicts,
  findExamsOn,
  findNextExam,
  splitExams,
} from '#app/features/timetable/exams.ts'
import { pickCourseColour, isTimetableEmpty, layoutWeek } from '#app/features/timetable/layout.ts'
import {
  chinaDay,
  chinaTime,
  endOfWeek,
  findHolidayAt,
  findLessonsOn,
  findNextLesson,
  isOverlap,
  teachingWeekAt,
  weekDates,
} from '#app/features/timetable/lessons.ts'
import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import type { StudentExam } from '#contract/exam-record'
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
        '8/2': lesson('d'),
      }),
      1,
    )
    expect([0, 2, 8].map((row) => rows[row]?.cells[0]?.span)).toEqual([2, 2, 1])
    expect(rows[7]?.cells[1]?.span).toBe(2)
  })
  test('a course always has the same colour', () => {
    expect(pickCourseColour('高等数学')).toBe(pickCourseColour('高等数学'))
    expect(['', '高等数学', '英语', '物理', '体育', '化学'].map(pickCourseColour)).toEqual([
      2, 4, 5, 4, 2, 1,
    ])
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
  test('a lesson in a period that its day does not have is never the next one', () => {
    const late = {
      ...listed,
      lessons: [scheduled('物理', { period: 11 })],
      schedules: [{ from: '2026-03-01', periods: periods.slice(0, 8) }],
    }
    expect(findNextLesson(late, at('2026-09-07T07:00'))).toBeUndefined()
  })
  test('the lessons of a day are in the order of their periods, and odd weeks are recognized', () => {
    const odd = '1,3,5,7,9,11,13,15,17'
    const found = findLessonsOn(
      {
        ...listed,
        lessons: [
          scheduled('晚', { period: 5, weeks: odd }),
          scheduled('早', { period: 1, weeks: '1,3' }),
          scheduled('中', { period: 3 }),
        ],
      },
      { week: 1, day: 1 },
    )
    expect(found.map(({ course, oddWeeksOnly }) => [course, oddWeeksOnly])).toEqual([
      ['早', false],
      ['中', false],
      ['晚', true],
    ])
    const short = { ...listed, weeks: 3, lessons: [scheduled('早', { weeks: '1,3' })] }
    expect(findLessonsOn(short, { week: 1, day: 1 })[0]?.oddWeeksOnly).toBe(true)
  })
  test('lessons overlap if they have a period in common', () => {
    const from = (period: number, count: number) => ({ period, periods: count })
    expect(isOverlap(from(1, 2), from(3, 1))).toBe(false)
    expect(isOverlap(from(3, 1), from(1, 2))).toBe(false)
    expect(isOverlap(from(1, 2), from(2, 1))).toBe(true)
    expect(isOverlap(from(2, 1), from(1, 2))).toBe(true)
  })
  test('a day has the newest bell schedule that has begun, and an unknown day the newest of all', () => {
    const { schedules } = listed
    expect(findPeriodsOn(schedules, '2026-11-15')).toBe(periods)
    expect(findPeriodsOn(schedules, '2026-11-16')).toBe(winter)
    expect(findPeriodsOn(schedules, '')).toBe(winter)
    expect(findPeriodsOn(undefined, '')).toHaveLength(9)
    const time = (period: number, count: number) =>
      getLessonStartAndEnd(periods.slice(0, 9), { period, periods: count })
    expect(time(8, 3)).toEqual({ starts: '15:00', ends: '16:45' })
    expect(time(10, 1)).toEqual({ starts: '', ends: '16:45' })
    expect(getLessonStartAndEnd([], { period: 1, periods: 1 })).toEqual({ starts: '', ends: '' })
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
  test('a holiday has its first and its last day', () => {
    const isOff = (week: number, day: number) => findHolidayAt(off, { week, day }) !== undefined
    expect([isOff(5, 3), isOff(5, 4), isOff(6, 3), isOff(6, 4)]).toEqual([false, true, true, false])
  })
  test('the next lesson is looked for over a holiday of 30 days, and not over a longer one', () => {
    const daily = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`1/${day}`, lesson('x')]))
    const after = (to: string) =>
      findNextLesson(
        {
          ...table(daily),
          holidays: [{ from: '2026-09-08', to, title: '放假', titleEn: undefined }],
        },
        at('2026-09-07T20:00'),
      )?.inDays
    expect([after('2026-10-07'), after('2026-10-08')]).toEqual([31, undefined])
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
    for (const firstMonday of [undefined, ''])
      expect(teachingWeekAt({ ...maths, firstMonday }, at('2026-11-20T12:00'))).toBe(12)
  })
  test('days, times and the end of the week are those of China', () => {
    expect(chinaTime(at('2026-11-16T00:10'))).toBe('2026-11-16 00:10')
    expect(chinaDay(at('2026-11-16T00:10'))).toBe('2026-11-16')
    const monday = at('2026-11-23T00:00')
    expect(endOfWeek(at('2026-11-16T00:00'))).toBe(monday)
    expect(endOfWeek(at('2026-11-22T23:59'))).toBe(monday)
    expect(endOfWeek(monday)).toBe(at('2026-11-30T00:00'))
  })
})

describe('the next lesson', () => {
  const next = (china: string, timetable = maths) => {
    const found = findNextLesson(timetable, at(china))
    return found && [found.lesson.course, found.inDays, found.starts, found.ends, found.isRunning]
  }
  test('before the first lesson of a day, the next lesson is the first one', () =>
    expect(next('2026-11-16T07:00')).toEqual(['高等数学', 0, '08:00', '09:40', false]))
  test('a running lesson is the next lesson until it ends', () => {
    expect(next('2026-11-16T08:00')).toEqual(['高等数学', 0, '08:00', '09:40', true])
    expect(next('2026-11-16T09:39')).toEqual(['高等数学', 0, '08:00', '09:40', true])
  })
  test('after a lesson has ended, the next lesson is the following one of the day', () =>
    expect(next('2026-11-16T09:40')).toEqual(['英语', 0, '13:30', '15:10', false]))
  test('after the last lesson of a day, the next lesson is the first one of the next day', () =>
    expect(next('2026-11-16T16:00')).toEqual(['物理', 1, '10:00', '11:40', false]))
  test('after the last lesson of a week, the next lesson is one of the following week, which is odd or even', () => {
    expect(next('2026-11-17T20:00')).toEqual(['高等数学', 6, '08:00', '09:40', false])
    expect(next('2026-11-24T20:00')).toEqual(['体育', 1, '08:00', '09:40', false])
  })
  test('the next lesson is at most a week ahead, and within the term', () => {
    const monday = table({ '1/1': lesson('高等数学') })
    expect(next('2026-11-16T20:00', monday)?.[1]).toBe(7)
    const odd = table({ '1/1': lesson('体育', { oddWeeksOnly: true }) })
    expect(next('2026-08-31T20:00', odd)).toBeUndefined()
    expect(next('2026-08-24T07:00', monday)?.[1]).toBe(7)
    expect(next('2026-12-28T07:00', monday)?.[1]).toBe(0)
    expect(next('2026-12-28T20:00', monday)).toBeUndefined()
  })
  test('no next lesson is found after the term or in an empty timetable', () => {
    expect(next('2027-02-01T08:00')).toBeUndefined()
    expect(next('2026-11-16T07:00', table({}))).toBeUndefined()
  })
  test('in a term without a first Monday, the next lesson after Sunday is in the following week', () => {
    const undated = { ...maths, firstMonday: undefined }
    expect(next('2026-11-17T20:00', undated)).toEqual(['高等数学', 6, '08:00', '09:40', false])
    expect(findNextLesson(undated, at('2026-11-17T20:00'))?.week).toBe(13)
    expect(findNextLesson(undated, at('2026-11-22T20:00'))).toMatchObject({ week: 13, inDays: 1 })
    expect(findNextLesson(undated, at('2026-11-16T07:00'))?.week).toBe(12)
  })
  test('the next lesson is determined by the day in China, also just after midnight there', () =>
    expect(next('2026-11-16T00:10')?.[1]).toBe(0))
})

describe('examinations', () => {
  const exam = (course: string, day: string, starts: string, ends: string): StudentExam => ({
    kind: 'exam',
    course,
    day,
    starts,
    ends,
    room: '',
    seat: undefined,
    teacher: undefined,
    note: undefined,
  })
  const english = exam('英语', '2026-11-16', '09:00', '11:00')
  const physics = exam('物理', '2026-11-16', '10:59', '12:00')
  const later = exam('化学', '2026-11-23', '11:00', '12:00')
  const exams = [english, physics, later]
  const dated = { ...maths, exams }

  test('are over in the minute in which they end', () => {
    const past = (china: string) => splitExams(dated, at(china)).past.map(({ course }) => course)
    expect(past('2026-11-16T10:59')).toEqual([])
    expect(past('2026-11-16T11:00')).toEqual(['英语'])
    expect(splitExams(dated, at('2026-11-16T11:00')).ahead).toEqual([physics, later])
    expect(splitExams(maths, at('2026-11-16T11:00'))).toEqual({ past: [], ahead: [] })
  })

  test('are shown on the home page from a week before', () => {
    const next = (china: string) => findNextExam(dated, at(china))?.course
    expect(next('2026-11-08T23:59')).toBeUndefined()
    expect(next('2026-11-09T00:00')).toBe('英语')
    expect(next('2026-11-16T12:00')).toBe('化学')
    expect(next('2026-11-23T12:00')).toBeUndefined()
  })

  test('are found by their day', () => {
    expect(findExamsOn(dated, '2026-11-16')).toEqual([english, physics])
    expect(findExamsOn(dated, undefined)).toEqual([])
    expect(findExamsOn(maths, '2026-11-16')).toEqual([])
    expect(findExamsOn(maths, undefined)).toEqual([])
  })

  test('conflict with the lessons and the other examinations at the same time', () => {
    expect(findExamConflicts(dated, english)).toEqual(['高等数学', '物理'])
    expect(findExamConflicts(dated, physics)).toEqual(['英语'])
    expect(findExamConflicts(dated, later)).toEqual([])
    const touching = (starts: string, ends: string, timetable: Timetable = maths) =>
      findExamConflicts(timetable, exam('x', '2026-11-16', starts, ends))
    expect([touching('09:40', '11:00'), touching('07:00', '08:00')]).toEqual([[], []])
    expect([touching('09:39', '11:00'), touching('07:00', '08:01')]).toEqual([
      ['高等数学'],
      ['高等数学'],
    ])
    expect(touching('08:00', '09:00', { ...maths, firstMonday: undefined })).toEqual([])
    const inWeek = (day: string) => findExamConflicts(maths, exam('x', day, '08:00', '09:00'))
    expect(['2026-08-24', '2026-08-31', '2026-12-28', '2027-01-04'].map(inWeek)).toEqual([
      [],
      ['高等数学'],
      ['高等数学'],
      [],
    ])
    const untimed = { ...maths, schedules: [{ from: '2026-01-01', periods: [] }] }
    expect(touching('00:00', '23:59', untimed)).toEqual([])
  })
})
