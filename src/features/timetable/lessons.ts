import {
  WEEKDAYS,
  type Holiday,
  findHolidayOn,
  getLessonStartAndEnd,
  isLessonInWeek,
  type Lesson,
  toMinuteOfDay,
  LESSON_PERIODS,
  type Timetable,
} from '#contract/timetable'

export { getLessonStartAndEnd }

/** A lesson with its position in the week, for the grid and the today card. */
export interface NextLesson {
  readonly lesson: Lesson
  readonly week: number
  /** 1 is Monday. */
  readonly day: number
  readonly period: number
  /** HH:mm, China time. */
  readonly starts: string
  readonly ends: string
  /** 0 is today, 1 tomorrow. */
  readonly inDays: number
  /** The lesson has begun and not ended. */
  readonly isRunning: boolean
}

const DAY_MS = 86_400_000
const CHINA_MS = 8 * 3_600_000

/** No campus has a longer break within a term, days. */
const LONGEST_PAUSE = 30

/**
 * Returns the lesson that is running or comes next, up to a week ahead, not counting holidays;
 * undefined outside the term. `now` is an instant in ms.
 */
export function findNextLesson(timetable: Timetable, now: number): NextLesson | undefined {
  const minutes = Math.floor(((now + CHINA_MS) % DAY_MS) / 60_000)
  for (let inDays = 0, off = 0; inDays - off <= WEEKDAYS.length && off <= LONGEST_PAUSE; inDays++) {
    const { week, day } = locateDay(timetable, now + inDays * DAY_MS, inDays)
    if (findHolidayAt(timetable, { week, day }) !== undefined) off += 1
    if (week < 1 || week > timetable.weeks) continue
    for (const period of LESSON_PERIODS) {
      const lesson = findLessonAt(timetable, { week, day, period })
      if (lesson === undefined) continue
      const { starts, ends } = getLessonStartAndEnd(period, lesson.periods)
      if (inDays === 0 && toMinuteOfDay(ends) <= minutes) continue
      return {
        lesson,
        week,
        day,
        period,
        starts,
        ends,
        inDays,
        isRunning: inDays === 0 && toMinuteOfDay(starts) <= minutes,
      }
    }
  }
  return undefined
}

/** Returns the holiday on a day of the term, if any; 1 is Monday. */
export function findHolidayAt(
  { firstMonday, holidays }: Timetable,
  { week, day }: { week: number; day: number },
): Holiday | undefined {
  if (!firstMonday || holidays === undefined || holidays.length === 0) return undefined
  return findHolidayOn(holidays, weekDates(firstMonday, week)[day - 1] ?? '')
}

/**
 * Returns the lesson that begins in this cell in this week; undefined if the cell is free or
 * covered by a lesson above, if the lesson does not take place, or on a holiday.
 */
export function findLessonAt(
  timetable: Timetable,
  at: { week: number; day: number; period: number },
): Lesson | undefined {
  const lesson = timetable.rows[String(at.period)]?.[at.day - 1]
  return lesson &&
    !lesson.covered &&
    isLessonInWeek(lesson, at.week) &&
    findHolidayAt(timetable, at) === undefined
    ? lesson
    : undefined
}

/**
 * The teaching week of an instant, limited to the term. Computed from the calendar if the backend
 * says when the term began.
 */
export function teachingWeekAt(timetable: Timetable, now: number): number {
  return Math.min(Math.max(locateDay(timetable, now, 0).week, 1), Math.max(timetable.weeks, 1))
}

/** The seven days of a week as YYYY-MM-DD, Monday first. */
export function weekDates(firstMonday: string, week: number): string[] {
  const monday = Date.parse(`${firstMonday}T00:00:00Z`) + (week - 1) * WEEKDAYS.length * DAY_MS
  return WEEKDAYS.map((day) => new Date(monday + (day - 1) * DAY_MS).toISOString().slice(0, 10))
}

/** The day of an instant in China, YYYY-MM-DD. */
export const chinaDay = (now: number): string => new Date(now + CHINA_MS).toISOString().slice(0, 10)

// Without the first Monday only the answer's own week is known; days after its Sunday belong to the
// next week.
function locateDay(
  timetable: Timetable,
  instant: number,
  inDays: number,
): { week: number; day: number } {
  const today = Math.floor((instant + CHINA_MS) / DAY_MS)
  // Day 0 of the epoch was a Thursday.
  const day = ((today + 3) % WEEKDAYS.length) + 1
  if (timetable.firstMonday !== undefined && timetable.firstMonday !== '') {
    const first = Date.parse(`${timetable.firstMonday}T00:00:00Z`) / DAY_MS
    return { week: Math.floor((today - first) / WEEKDAYS.length) + 1, day }
  }
  return { week: timetable.currentWeek + (day <= inDays ? 1 : 0), day }
}

/** The end of an instant's week in China, ms: Monday at midnight. */
export function endOfWeek(at: number): number {
  const day = Math.floor((at + CHINA_MS) / DAY_MS)
  // Day 0 of the epoch was a Thursday.
  return (day - ((day + 3) % 7) + 7) * DAY_MS - CHINA_MS
}
