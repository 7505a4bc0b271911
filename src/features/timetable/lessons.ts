import { findPeriodsOn, getLessonStartAndEnd, toMinuteOfDay } from '#contract/bell-schedules'
import { isLessonInWeek, isWeekIn } from '#contract/lesson-weeks'
import { findFollowedDay, findHolidayOn, locateSchoolDay } from '#contract/school-days'
import {
  WEEKDAYS,
  type Holiday,
  LESSON_PERIODS,
  type ScheduledLesson,
  type Timetable,
} from '#contract/timetable'

/** A lesson of the timetable; `oddWeeksOnly` is set if it takes place in all odd weeks. */
export interface TimetableLesson extends ScheduledLesson {
  readonly oddWeeksOnly?: boolean
}

/** A lesson with its position in the week, for the grid and the today card. */
export interface NextLesson {
  readonly lesson: TimetableLesson
  readonly week: number
  /** The weekday; 1 is Monday. */
  readonly day: number
  readonly period: number
  /** The time at which the lesson begins, HH:mm, China time. */
  readonly starts: string
  readonly ends: string
  /** The number of days from today: 0 is today, 1 tomorrow. */
  readonly inDays: number
  /** Whether the lesson has begun and has not ended. */
  readonly isRunning: boolean
}

const DAY_MS = 86_400_000
const CHINA_MS = 8 * 3_600_000

/** The longest break within a term, days; no campus has a longer one. */
const LONGEST_PAUSE = 30

/**
 * Returns the lesson that is taking place or comes next, at most a week ahead. Lessons on holidays
 * do not count. Undefined outside the term. `now`: ms since the epoch.
 */
export function findNextLesson(timetable: Timetable, now: number): NextLesson | undefined {
  const minutes = Math.floor(((now + CHINA_MS) % DAY_MS) / 60_000)
  for (let inDays = 0, off = 0; inDays - off <= WEEKDAYS.length && off <= LONGEST_PAUSE; inDays++) {
    const { week, day } = locateDay(timetable, now + inDays * DAY_MS, inDays)
    if (findHolidayAt(timetable, { week, day }) !== undefined) off += 1
    if (week < 1 || week > timetable.weeks) continue
    const dayPeriods = findPeriodsOn(timetable.schedules, chinaDay(now + inDays * DAY_MS))
    for (const lesson of findLessonsOn(timetable, { week, day })) {
      const { starts, ends } = getLessonStartAndEnd(dayPeriods, lesson)
      if (starts === '' || (inDays === 0 && toMinuteOfDay(ends) <= minutes)) continue
      return {
        lesson,
        week,
        day,
        period: lesson.period,
        starts,
        ends,
        inDays,
        isRunning: inDays === 0 && toMinuteOfDay(starts) <= minutes,
      }
    }
  }
  return undefined
}

/** Returns the holiday on a day of the term; undefined if there is none. Monday is day 1. */
export const findHolidayAt = (
  timetable: Timetable,
  at: { week: number; day: number },
): Holiday | undefined => findHolidayOn(timetable, dateOf(timetable, at))

/**
 * The week and the weekday whose lessons are held on a swapped day of the term; undefined if the day
 * is not swapped.
 */
export function findFollowedDayAt(
  timetable: Timetable,
  at: { week: number; day: number },
): { week: number; day: number } | undefined {
  const followed = findFollowedDay(timetable, dateOf(timetable, at))
  return followed === undefined ? undefined : locateSchoolDay(timetable.firstMonday ?? '', followed)
}

// '' if the campus does not state when the term began.
const dateOf = ({ firstMonday }: Timetable, { week, day }: { week: number; day: number }) =>
  firstMonday ? (weekDates(firstMonday, week)[day - 1] ?? '') : ''

/**
 * Returns the lessons of a day of a week by their first period; none on a holiday, and those of the
 * followed day on a swapped day. The answer of an older campus has one lesson in each cell, which ends where the next lesson begins.
 */
export function findLessonsOn(
  timetable: Timetable,
  at: { week: number; day: number },
): readonly TimetableLesson[] {
  if (findHolidayAt(timetable, at) !== undefined) return []
  if (timetable.lessons !== undefined) {
    const held = findFollowedDayAt(timetable, at) ?? at
    // `filter` creates the array that is sorted.
    return timetable.lessons
      .filter(({ day, weeks }) => day === held.day && isWeekIn(weeks, held.week))
      .sort((one, other) => one.period - other.period)
      .map((lesson) => ({
        ...lesson,
        day: at.day,
        oddWeeksOnly: lesson.weeks === oddWeeksOf(timetable.weeks),
      }))
  }
  const found = LESSON_PERIODS.flatMap((period) => {
    const lesson = timetable.rows[String(period)]?.[at.day - 1]
    if (!lesson || lesson.covered || !isLessonInWeek(lesson, at.week)) return []
    const { course, room, teacher, periods, oddWeeksOnly } = lesson
    return [
      {
        day: at.day,
        period,
        periods,
        course,
        room,
        teacher,
        weeks: '',
        note: undefined,
        oddWeeksOnly,
      },
    ]
  })
  return found.map((lesson, nth) => {
    const end = found[nth + 1]?.period ?? LESSON_PERIODS.length + 1
    return { ...lesson, periods: Math.min(lesson.periods, end - lesson.period) }
  })
}

const oddWeeksOf = (weeks: number): string =>
  Array.from({ length: Math.ceil(weeks / 2) }, (_, nth) => 2 * nth + 1).join(',')

/** Whether two lessons of a day have a period in common. */
export const isOverlap = (
  one: Pick<ScheduledLesson, 'period' | 'periods'>,
  other: Pick<ScheduledLesson, 'period' | 'periods'>,
): boolean => one.period < other.period + other.periods && other.period < one.period + one.periods

/**
 * The teaching week of a time, limited to the weeks of the term. It is computed from the calendar
 * if the backend states when the term began. `now`: ms since the epoch.
 */
export function teachingWeekAt(timetable: Timetable, now: number): number {
  return Math.min(Math.max(locateDay(timetable, now, 0).week, 1), Math.max(timetable.weeks, 1))
}

/** The seven days of a week as YYYY-MM-DD, Monday first. */
export function weekDates(firstMonday: string, week: number): string[] {
  const monday = Date.parse(`${firstMonday}T00:00:00Z`) + (week - 1) * WEEKDAYS.length * DAY_MS
  return WEEKDAYS.map((day) => new Date(monday + (day - 1) * DAY_MS).toISOString().slice(0, 10))
}

/** The day in China of a time (ms since the epoch), YYYY-MM-DD. */
export const chinaDay = (now: number): string => chinaTime(now).slice(0, 10)

/** The day and time in China of a time (ms since the epoch), YYYY-MM-DD HH:mm. */
export const chinaTime = (now: number): string =>
  new Date(now + CHINA_MS).toISOString().slice(0, 16).replace('T', ' ')

// The week and weekday of a time. Without the first Monday only the week of the response is known;
// days after its Sunday belong to the next week.
function locateDay(
  timetable: Timetable,
  instant: number,
  inDays: number,
): { week: number; day: number } {
  const today = Math.floor((instant + CHINA_MS) / DAY_MS)
  // Day 0 of the Unix epoch was a Thursday.
  const day = ((today + 3) % WEEKDAYS.length) + 1
  if (timetable.firstMonday !== undefined && timetable.firstMonday !== '') {
    const first = Date.parse(`${timetable.firstMonday}T00:00:00Z`) / DAY_MS
    return { week: Math.floor((today - first) / WEEKDAYS.length) + 1, day }
  }
  return { week: timetable.currentWeek + (day <= inDays ? 1 : 0), day }
}

/**
 * The end of the week that contains a time, in China: the next Monday at midnight. Both are ms
 * since the epoch.
 */
export function endOfWeek(at: number): number {
  const day = Math.floor((at + CHINA_MS) / DAY_MS)
  // Day 0 of the Unix epoch was a Thursday.
  return (day - ((day + 3) % 7) + 7) * DAY_MS - CHINA_MS
}
