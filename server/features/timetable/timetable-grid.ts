import { WEEKDAYS, type Lesson, LESSON_PERIODS } from '#contract/timetable'
import type { LessonRow } from '../../platform/database/schema/schema.ts'

/**
 * Arranges lessons in rows by period, with seven days in each row. A lesson of several periods also
 * fills the cells below its first cell (D-87). A cell contains one lesson: of overlapping lessons
 * the one that begins last, so that each is shown where it begins.
 */
export function buildTimetableGrid(rows: readonly LessonRow[]): Record<string, (Lesson | null)[]> {
  const days = WEEKDAYS.map((day) => buildDay(rows.filter((one) => one.day === day)))
  return Object.fromEntries(
    LESSON_PERIODS.map((period) => [
      String(period),
      days.map((cells) => cells[period - 1] ?? null),
    ]),
  )
}

function buildDay(rows: readonly LessonRow[]): (Lesson | null)[] {
  const shown = LESSON_PERIODS.map(
    (period) =>
      rows
        .filter((one) => one.period <= period && period < one.period + one.periods)
        .toSorted((one, other) => other.period - one.period)[0],
  )
  // The first cell of the lesson that fills a cell.
  const firstOf = (at: number): number =>
    at > 0 && shown[at - 1] === shown[at] ? firstOf(at - 1) : at
  return shown.map((row, at) => {
    if (row === undefined) return null
    return {
      course: row.course,
      room: row.room,
      teacher: row.teacher,
      periods: shown.filter((one, other) => one === row && firstOf(other) === firstOf(at)).length,
      covered: firstOf(at) !== at,
      oddWeeksOnly: row.odd_weeks_only,
    }
  })
}
