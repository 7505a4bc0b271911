import fc from 'fast-check'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { findLessonsOn, findNextLesson } from '#app/features/timetable/lessons.ts'
import type { BellSchedule, Holiday, SwappedDay, Timetable } from '#contract/timetable'
import { formatICalendar } from '#server/features/timetable/icalendar'
import { formatLessonWeeks, isLessonInTerm } from '#server/features/timetable/lesson-weeks'
import type { LessonRow } from '#server/platform/database/schema/schema'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

/** A term of a campus, with the lessons of one student. */
interface Term {
  readonly first_monday: string
  readonly weeks: number
  readonly holidays: readonly Holiday[]
  readonly swappedDays: readonly SwappedDay[]
  readonly schedules: readonly BellSchedule[]
  readonly lessons: readonly LessonRow[]
}

/** A lesson on a date; `starts` and `ends` are '' in a period that the date does not have. */
interface Occurrence {
  readonly day: string
  readonly course: string
  readonly starts: string
  readonly ends: string
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const MONDAYS = ['2024-02-26', '2026-08-31', '2026-12-28', '2027-02-22']

// The periods of a day without a gap between them; a shorter day has fewer.
const schedule = (from: string, count: number, minute: number): BellSchedule => ({
  from,
  periods: Array.from({ length: count }, (_, nth) => {
    const time = (at: number) =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    return `${time(480 + minute + nth * 55)}-${time(525 + minute + nth * 55)}`
  }),
})

const lesson = fc.record({
  day: fc.integer({ min: 1, max: 7 }),
  period: fc.integer({ min: 1, max: 13 }),
  periods: fc.integer({ min: 1, max: 3 }),
  weeks: fc.oneof(
    fc.constant(''),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
      .map((weeks) => weeks.toSorted((one, other) => one - other).join(',')),
  ),
  odd_weeks_only: fc.boolean(),
})

const term: fc.Arbitrary<Term> = fc
  .record({
    first_monday: fc.constantFrom(...MONDAYS),
    weeks: fc.integer({ min: 1, max: 25 }),
    lessons: fc.array(lesson, { minLength: 1, maxLength: 6 }),
    holidays: fc.array(fc.record({ at: fc.nat(180), days: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 3,
    }),
    swapped: fc.uniqueArray(fc.record({ at: fc.nat(174), follows: fc.nat(174) }), {
      maxLength: 6,
      selector: ({ at }) => at,
    }),
    schedules: fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: -20, max: 170 }),
        count: fc.integer({ min: 4, max: 14 }),
        minute: fc.constantFrom(0, 15, 30),
      }),
      { maxLength: 3, selector: ({ at }) => at },
    ),
  })
  .map(({ first_monday, weeks, lessons, holidays, swapped, schedules }) => ({
    first_monday,
    weeks,
    lessons: lessons.map((times, at) => ({
      id: String(at),
      class_name: '软件2601',
      teaching_class: '',
      term: '2026-2027学年第一学期',
      course: `课程${at}`,
      room: '',
      teacher: '',
      note: '',
      ...times,
    })),
    holidays: holidays.map(({ at, days }) => ({
      from: addDays(first_monday, at),
      to: addDays(first_monday, at + days - 1),
      title: '放假',
      titleEn: undefined,
    })),
    swappedDays: swapped
      .filter(({ at, follows }) => at < weeks * 7 && follows < weeks * 7)
      .map(({ at, follows }) => ({
        day: addDays(first_monday, at),
        follows: addDays(first_monday, follows),
      })),
    schedules: schedules
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, count, minute }) => schedule(addDays(first_monday, at), count, minute)),
  }))

/** Lists what takes place, day by day, by the rules as the office knows them. */
function listOccurrences({
  first_monday,
  weeks,
  holidays,
  swappedDays,
  schedules,
  lessons,
}: Term): Occurrence[] {
  const found: Occurrence[] = []
  for (let at = 0; at < weeks * 7; at++) {
    const day = addDays(first_monday, at)
    const swapped = swappedDays.find((one) => one.day === day)
    if (swapped === undefined && holidays.some(({ from, to }) => from <= day && day <= to)) continue
    const [held] = Array.from({ length: weeks * 7 }, (_, nth) => nth).filter(
      (nth) => addDays(first_monday, nth) === (swapped?.follows ?? day),
    )
    if (held === undefined) throw new Error('The followed day is outside the term.')
    const [week, weekday] = [Math.floor(held / 7) + 1, (held % 7) + 1]
    const inForce = schedules.filter(({ from }) => from <= day).at(-1)?.periods
    for (const { course, period, periods, ...one } of lessons) {
      const isInWeek =
        one.weeks === ''
          ? !one.odd_weeks_only || week % 2 === 1
          : one.weeks.split(',').map(Number).includes(week)
      if (one.day !== weekday || !isInWeek) continue
      const dayPeriods = inForce ?? DEFAULT
      const first = dayPeriods[period - 1]
      const last = dayPeriods[Math.min(period + periods - 1, dayPeriods.length) - 1]
      found.push({
        day,
        course,
        starts: first?.split('-')[0] ?? '',
        ends: first === undefined ? '' : (last?.split('-')[1] ?? ''),
      })
    }
  }
  return found
}

// The periods of the specification's timetable (TTB-03).
const DEFAULT = [
  '08:00-08:45',
  '08:55-09:40',
  '10:00-10:45',
  '10:55-11:40',
  '13:30-14:15',
  '14:25-15:10',
  '15:30-16:15',
  '16:25-17:10',
  '19:00-19:45',
]

/** The response that the university gives to the phone. */
const toTimetable = (one: Term): Timetable => ({
  weeks: one.weeks,
  term: '',
  currentWeek: 1,
  rows: {},
  firstMonday: one.first_monday,
  everyWeek: undefined,
  holidays: [...one.holidays],
  swappedDays: [...one.swappedDays],
  schedules: [...one.schedules],
  exams: undefined,
  lessons: one.lessons
    .filter((row) => isLessonInTerm(row, one.weeks))
    .map(({ day, period, periods, course, room, teacher, note, ...row }) => ({
      day,
      period,
      periods,
      course,
      room,
      teacher,
      note,
      weeks: formatLessonWeeks({ ...row }, one.weeks),
    })),
})

const sorted = (found: readonly Occurrence[]) =>
  found.map(({ day, course, starts, ends }) => `${day} ${starts}-${ends} ${course}`).toSorted()

/** Expands a calendar by the library of Thunderbird's calendar. */
function expandByIcalJs(text: string): Occurrence[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component)
    const format = (start: ICAL.Time, end: ICAL.Time): Occurrence => ({
      day: start.toString().slice(0, 10),
      course: event.summary,
      starts: start.toString().slice(11, 16),
      ends: end.toString().slice(11, 16),
    })
    if (!event.isRecurring()) return [format(event.startDate, event.endDate)]
    const found: Occurrence[] = []
    const times = event.iterator()
    for (let time = times.next(); time; time = times.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(time)
      found.push(format(startDate, endDate))
    }
    return found
  })
}

/** Expands a calendar by another library. */
function expandByNodeIcal(text: string, { first_monday, weeks }: Term): Occurrence[] {
  const [from, to] = [-1, weeks * 7 + 1].map(
    (days) => new Date(`${addDays(first_monday, days)}T00:00:00Z`),
  )
  if (from === undefined || to === undefined) throw new Error('no term')
  const china = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).toISOString()
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((component) =>
    component?.type === 'VEVENT'
      ? nodeIcal.expandRecurringEvent(component, { from, to }).map(({ start, end, summary }) => ({
          day: china(start).slice(0, 10),
          course: typeof summary === 'string' ? summary : summary.val,
          starts: china(start).slice(11, 16),
          ends: china(end).slice(11, 16),
        }))
      : [],
  )
}

test(
  'on every day of any term the phone shows what a simple model of weeks, periods, holidays and swapped days says, and two calendar libraries read the same from the exported calendar [TTB-03 TTB-08]',
  () =>
    runProperty<Term>({
      name: 'timetable',
      runs: term,
      describeRun: (one) => [JSON.stringify(one)],
      check: async (one, { recordEvent, recordTrace }) => {
        const expected = listOccurrences(one)
        const timetable = toTimetable(one)
        const shown = Array.from({ length: one.weeks * 7 }, (_, at) => at).flatMap((at) =>
          findLessonsOn(timetable, { week: Math.floor(at / 7) + 1, day: (at % 7) + 1 }).map(
            ({ course }) => `${addDays(one.first_monday, at)} ${course}`,
          ),
        )
        expect(shown.toSorted()).toEqual(
          expected.map(({ day, course }) => `${day} ${course}`).toSorted(),
        )
        const timed = expected.filter(({ starts }) => starts !== '')
        // Six o'clock in the morning, before any lesson.
        for (const day of [one.first_monday, addDays(one.first_monday, 9)]) {
          const next = findNextLesson(timetable, Date.parse(`${day}T06:00:00+08:00`))
          const later = timed.filter((lesson) => lesson.day >= day)
          const [first] = later.toSorted((left, right) =>
            `${left.day}${left.starts}`.localeCompare(`${right.day}${right.starts}`),
          )
          if (next === undefined) continue
          expect([addDays(day, next.inDays), next.starts]).toEqual([first?.day, first?.starts])
        }
        const text = formatICalendar({ ...one, label: 'term', exams: [] }, one.lessons, 'zh')
        expect(sorted(expandByIcalJs(text))).toEqual(sorted(timed))
        expect(sorted(expandByNodeIcal(text, one))).toEqual(sorted(timed))
        recordEvent(
          one.swappedDays.length > 0 ? 'swapped days' : 'no swapped days',
          one.holidays.length > 0 ? 'holidays' : 'no holidays',
        )
        recordTrace(sorted(expected))
      },
    }),
  PROPERTY_TIMEOUT_MS,
)
