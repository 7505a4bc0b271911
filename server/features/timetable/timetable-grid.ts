import { WEEKDAYS, type Lesson, LESSON_PERIODS } from '#contract/timetable'
import type { LessonRow } from '../../platform/database/schema/schema.ts'

/**
 * Arranges lessons in rows by period, with seven days in each row. A lesson of several periods also
 * fills the cells below its first cell (D-87).
 */
export function buildTimetableGrid(rows: readonly LessonRow[]): Record<string, (Lesson | null)[]> {
  const cell = (day: number, period: number): Lesson | null => {
    const row = rows.find(
      (one) => one.day === day && one.period <= period && period < one.period + one.periods,
    )
    if (row === undefined) return null
    return {
      course: row.course,
      room: row.room,
      teacher: row.teacher,
      // This table ends with its ninth period.
      periods: Math.min(row.periods, LESSON_PERIODS.length + 1 - row.period),
      covered: row.period !== period,
      oddWeeksOnly: row.odd_weeks_only,
    }
  }
  return Object.fromEntries(
    LESSON_PERIODS.map((period) => [String(period), WEEKDAYS.map((day) => cell(day, period))]),
  )
}
