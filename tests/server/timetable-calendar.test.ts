import { describe, expect, test } from 'vitest'
import type { StudentExam } from '#contract/exam-record'
import { type CalendarTerm, formatICalendar } from '#server/features/timetable/icalendar'
import {
  ALL_WEEKS,
  formatLessonWeeks,
  hasCommonWeek,
  isLessonInTerm,
  isLessonRowInWeek,
} from '#server/features/timetable/lesson-weeks'
import { buildTimetableGrid } from '#server/features/timetable/timetable-grid'
import type { LessonRow } from '#server/platform/database/schema/schema'

const lesson = (changes: Partial<LessonRow> = {}): LessonRow => ({
  id: '1',
  class_name: '软件2601',
  teaching_class: '',
  term: '2026-2027学年第一学期',
  day: 1,
  period: 1,
  periods: 2,
  course: '高等数学',
  room: 'A305',
  teacher: '王',
  odd_weeks_only: false,
  weeks: '',
  note: '',
  ...changes,
})
const TERM: CalendarTerm = {
  label: '2026-2027学年第一学期',
  first_monday: '2026-08-31',
  weeks: 4,
  holidays: [],
  swappedDays: [],
  schedules: [],
  exams: [],
}
const calendar = (
  term: Partial<CalendarTerm>,
  lessons: readonly LessonRow[],
  language: 'zh' | 'en' = 'zh',
) => formatICalendar({ ...TERM, ...term }, lessons, language).split('\r\n')
/** The dates, the recurrences and the exceptions of all events. */
const times = (term: Partial<CalendarTerm>, ...changes: Partial<LessonRow>[]) =>
  calendar(term, changes.map(lesson))
    .filter((line) => /^(DTSTART;|DTEND|RRULE|EXDATE)/.test(line))
    .map((line) => line.replace(';TZID=Asia/Shanghai', ''))
const valuesOf = (name: string, ...given: Parameters<typeof calendar>) =>
  calendar(...given).filter((line) => line.startsWith(name))

describe('a term as iCalendar', () => {
  test('has each lesson as one event that recurs, and each examination', () => {
    const exam: StudentExam = {
      kind: 'exam',
      course: '英语',
      day: '2026-09-20',
      starts: '09:00',
      ends: '11:00',
      room: 'B1',
      seat: '12',
      teacher: '李',
      note: '带铅笔',
    }
    const lines = calendar({ exams: [exam] }, [lesson({ note: '实验' })])
    expect(lines.slice(0, 8)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//baodao//timetable//ZH',
      'METHOD:PUBLISH',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
      'X-PUBLISHED-TTL:PT6H',
      'NAME:课表 2026-2027学年第一学期',
      'X-WR-CALNAME:课表 2026-2027学年第一学期',
    ])
    expect(lines.filter((line) => !/^(UID|SEQUENCE)/.test(line)).slice(17)).toEqual([
      'BEGIN:VEVENT',
      'DTSTAMP:20260831T000000Z',
      'DTSTART;TZID=Asia/Shanghai:20260831T080000',
      'DTEND;TZID=Asia/Shanghai:20260831T094000',
      'RRULE:FREQ=WEEKLY;COUNT=4;INTERVAL=1',
      'SUMMARY:高等数学',
      'LOCATION:A305',
      'DESCRIPTION:王\\n实验',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT15M',
      'DESCRIPTION:高等数学',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTAMP:20260831T000000Z',
      'DTSTART;TZID=Asia/Shanghai:20260920T090000',
      'DTEND;TZID=Asia/Shanghai:20260920T110000',
      'SUMMARY:考试 · 英语',
      'LOCATION:B1',
      'DESCRIPTION:座位 12\\n李\\n带铅笔',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT1H',
      'DESCRIPTION:考试 · 英语',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
    const { seat: _seat, teacher: _teacher, note: _note, ...bare } = exam
    expect(
      valuesOf(
        'DESCRIPTION',
        { exams: [{ ...bare, seat: undefined, teacher: '', note: undefined }] },
        [lesson({ teacher: '', note: '' })],
      ),
    ).toEqual(['DESCRIPTION:', 'DESCRIPTION:高等数学', 'DESCRIPTION:', 'DESCRIPTION:考试 · 英语'])
    expect(calendar({}, [], 'en')[2]).toBe('PRODID:-//baodao//timetable//EN')
  })

  test('repeats a lesson every week or every second week, except where it does not take place', () => {
    expect(times({}, { day: 2 })).toEqual([
      'DTSTART:20260901T080000',
      'DTEND:20260901T094000',
      'RRULE:FREQ=WEEKLY;COUNT=4;INTERVAL=1',
    ])
    expect(times({}, { odd_weeks_only: true })[2]).toBe('RRULE:FREQ=WEEKLY;COUNT=2;INTERVAL=2')
    expect(times({ weeks: 6 }, { weeks: '2,6' }).slice(2)).toEqual([
      'RRULE:FREQ=WEEKLY;COUNT=3;INTERVAL=2',
      'EXDATE:20260921T080000',
    ])
    expect(times({}, { weeks: '1,3,4' }).slice(2)).toEqual([
      'RRULE:FREQ=WEEKLY;COUNT=4;INTERVAL=1',
      'EXDATE:20260907T080000',
    ])
    // An event that takes place once does not recur.
    expect(times({}, { weeks: '3' })).toEqual(['DTSTART:20260914T080000', 'DTEND:20260914T094000'])
    expect(times({}, { weeks: '5' })).toEqual([])
    expect(times({}, { day: 7, weeks: '4' })[0]).toBe('DTSTART:20260927T080000')
  })

  test('moves lessons to swapped days, and leaves out holidays', () => {
    const holidays = [{ from: '2026-09-07', to: '2026-09-08', title: '放假', titleEn: undefined }]
    const swappedDays = [{ day: '2026-09-12', follows: '2026-09-07' }]
    expect(times({ holidays, swappedDays }, {})).toEqual([
      'DTSTART:20260831T080000',
      'DTEND:20260831T094000',
      'RRULE:FREQ=WEEKLY;COUNT=4;INTERVAL=1',
      'EXDATE:20260907T080000',
      'DTSTART:20260912T080000',
      'DTEND:20260912T094000',
    ])
  })

  test('begins a new event where the bell schedule changes, and leaves out periods that a day does not have', () => {
    const schedules = [
      { from: '2026-09-14', periods: ['08:10-08:55', '09:05-09:50'] },
      { from: '2026-09-21', periods: ['08:10-08:55', '09:05-09:45'] },
    ]
    expect(times({ schedules }, {})).toEqual([
      'DTSTART:20260831T080000',
      'DTEND:20260831T094000',
      'RRULE:FREQ=WEEKLY;COUNT=2;INTERVAL=1',
      'DTSTART:20260914T081000',
      'DTEND:20260914T095000',
      'DTSTART:20260921T081000',
      'DTEND:20260921T094500',
    ])
    expect(times({ schedules }, { period: 3 })).toEqual([
      'DTSTART:20260831T100000',
      'DTEND:20260831T114000',
      'RRULE:FREQ=WEEKLY;COUNT=2;INTERVAL=1',
    ])
  })

  test('names an event by its time in the week, so that a change of the room updates it', () => {
    const ids = (...changes: Partial<LessonRow>[]) => valuesOf('UID', {}, changes.map(lesson))
    // Calendars that follow the feed know their events by these, in every release.
    expect(ids({})).toEqual(['UID:48d2f922668d4a9e5d7c409cc61af0a6'])
    expect(ids({ room: 'B1', course: '英语', teacher: '' })).toEqual(ids({}))
    const others = ids(
      {},
      {},
      { day: 2 },
      { period: 2 },
      { class_name: 'c' },
      { term: 't' },
      { weeks: '1,2' },
      { teaching_class: 'g' },
    )
    expect(new Set(others).size).toBe(8)
    expect(others[0]).toBe(ids({})[0])
    expect(ids({}, {})[1]).toBe('UID:f8c2a5181990b9f9e03acf9ddca5e5aa')
    for (const other of [{ weeks: '1,2' }, { teaching_class: 'g' }])
      expect(ids(other)).not.toEqual(ids({}))
    const swappedDays = [{ day: '2026-09-12', follows: '2026-09-07' }]
    expect(valuesOf('UID', { swappedDays }, [lesson({ weeks: '2' })])[1]).toBe(
      'UID:f84d8763a320e248e2a31753eae9f983',
    )
    const exam = { kind: 'exam', course: 'x', day: '2026-09-20', starts: '09:00', ends: '11:00' }
    const more = { room: '', seat: undefined, teacher: undefined, note: undefined }
    const examIds = (changes: object) =>
      valuesOf('UID', { exams: [{ ...exam, ...more, ...changes } as StudentExam] }, [])
    expect(examIds({ room: 'B1', ends: '12:00' })).toEqual(examIds({}))
    expect(
      new Set(
        [{}, { kind: 'make-up-class' }, { course: 'y' }, { day: '2026-09-21' }, { starts: '10:00' }]
          .map(examIds)
          .flat(),
      ).size,
    ).toBe(5)
  })
})

describe('the weeks of a lesson', () => {
  const weeks = (list: string, odd = false) => ({ weeks: list, odd_weeks_only: odd })

  test('are those of its list, or the odd ones, or all', () => {
    const held = (one: ReturnType<typeof weeks>) =>
      [1, 2, 3, 10, 12].filter((week) => isLessonRowInWeek(one, week))
    expect(held(weeks('2,12'))).toEqual([2, 12])
    expect(held(weeks('2', true))).toEqual([2])
    expect(held(weeks('', true))).toEqual([1, 3])
    expect(held(weeks(''))).toEqual([1, 2, 3, 10, 12])
    expect([ALL_WEEKS[0], ALL_WEEKS.at(-1), ALL_WEEKS.length]).toEqual([1, 30, 30])
  })

  test('are formatted as ranges, and as nothing if the lesson takes place in all of the term', () => {
    expect(formatLessonWeeks(weeks('1,2,3,5'), 18)).toBe('1-3,5')
    expect(formatLessonWeeks(weeks('1,2,3,5'), 3)).toBe('')
    expect(formatLessonWeeks(weeks('', true), 4)).toBe('1,3')
    expect(formatLessonWeeks(weeks(''), 18)).toBe('')
    expect([isLessonInTerm(weeks('5'), 5), isLessonInTerm(weeks('5'), 4)]).toEqual([true, false])
  })

  test('can be common to two lessons', () => {
    expect(hasCommonWeek(weeks('1,30'), weeks('30'))).toBe(true)
    expect(hasCommonWeek(weeks('2'), weeks('', true))).toBe(false)
    expect(hasCommonWeek(weeks('1'), weeks('1,2'))).toBe(true)
  })
})

test('the table with one lesson in each cell has the day and the period of each, and all that it shows', () => {
  const grid = buildTimetableGrid([
    lesson({ day: 2, period: 8, periods: 3, odd_weeks_only: true }),
    lesson({ day: 7, period: 1, periods: 1, course: '体育', room: '', teacher: '' }),
  ])
  expect(Object.keys(grid)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  const filled = Object.entries(grid).flatMap(([period, cells]) =>
    cells.flatMap((cell, at) => (cell === null ? [] : [[period, at + 1, cell]])),
  )
  const long = { course: '高等数学', room: 'A305', teacher: '王', periods: 2, oddWeeksOnly: true }
  const short = { course: '体育', room: '', teacher: '', periods: 1, oddWeeksOnly: false }
  expect(filled).toEqual([
    ['1', 7, { ...short, covered: false }],
    ['8', 2, { ...long, covered: false }],
    ['9', 2, { ...long, covered: true }],
  ])
})
