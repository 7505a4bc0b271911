import { findPeriodsOn } from '#contract/bell-schedules'
import { WEEKDAYS, type Timetable } from '#contract/timetable'
import { findLessonsOn, isOverlap, type TimetableLesson, weekDates } from './lessons.ts'

/** One rendered cell: a lesson, several that overlap, or a free period. */
export interface TimetableCell {
  readonly day: number
  /** Several if they overlap, the earliest first. */
  readonly lessons: readonly TimetableLesson[]
  readonly span: number
}

/**
 * Returns the rows of one week with the cells to render; cells covered by a spanning cell are left
 * out (TTB-09). There is a row for each period of the school's day. Overlapping lessons share a cell.
 */
export function layoutWeek(
  timetable: Timetable,
  week: number,
): { readonly period: number; readonly cells: readonly TimetableCell[] }[] {
  const clusters = new Map(
    WEEKDAYS.map((day) => [day, clusterLessons(findLessonsOn(timetable, { week, day }))]),
  )
  const ends = [...clusters.values()].flatMap((ofDay) => ofDay.map(({ end }) => end - 1))
  const count = Math.max(findWeekPeriods(timetable, week).length, ...ends)
  return Array.from({ length: count }, (_, nth) => nth + 1).map((period) => ({
    period,
    cells: WEEKDAYS.flatMap((day): TimetableCell[] => {
      const cluster = clusters.get(day)?.find(({ start, end }) => start <= period && period < end)
      if (cluster === undefined) return [{ day, lessons: [], span: 1 }]
      const { start, end, lessons } = cluster
      return start === period ? [{ day, lessons, span: end - start }] : []
    }),
  }))
}

/** The periods by which the rows of a week are named: those of its Monday. */
export const findWeekPeriods = (
  { schedules, firstMonday }: Timetable,
  week: number,
): readonly string[] =>
  findPeriodsOn(schedules, firstMonday ? (weekDates(firstMonday, week)[0] ?? '') : '')

/** Whether no week has any lesson. */
export const isTimetableEmpty = ({ rows, lessons }: Timetable): boolean =>
  lessons === undefined
    ? Object.values(rows).every((cells) => cells.every((cell) => cell === null))
    : lessons.length === 0

/** The colour of a course; the same course always has the same colour. */
export function pickCourseColour(course: string): 1 | 2 | 3 | 4 | 5 {
  // The hash FNV-1a, which distributes names well that have most letters in common.
  let hash = 0x811c9dc5
  for (const letter of course) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return COLOURS[(hash >>> 0) % COLOURS.length] ?? 1
}

const COLOURS = [1, 2, 3, 4, 5] as const

// Groups the lessons of a day, which are in order, by overlap.
function clusterLessons(lessons: readonly TimetableLesson[]) {
  const clusters: { start: number; end: number; lessons: TimetableLesson[] }[] = []
  for (const lesson of lessons) {
    const end = lesson.period + lesson.periods
    const open = clusters.at(-1)
    if (
      open !== undefined &&
      isOverlap(lesson, { period: open.start, periods: open.end - open.start })
    ) {
      open.lessons.push(lesson)
      open.end = Math.max(open.end, end)
    } else clusters.push({ start: lesson.period, end, lessons: [lesson] })
  }
  return clusters
}
