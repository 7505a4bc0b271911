import { WEEKDAYS, LESSON_PERIODS, type Lesson, type Timetable } from '#contract/timetable'
import { findLessonAt } from './lessons.ts'

/** One rendered cell: a lesson spanning its periods, or a free period. */
export interface TimetableCell {
  readonly day: number
  readonly lesson?: Lesson
  readonly span: number
}

/**
 * Returns the rows of one week with the cells to render; cells covered by a spanning cell are left
 * out (TTB-09).
 */
export function layoutWeek(
  timetable: Timetable,
  week: number,
): { readonly period: number; readonly cells: readonly TimetableCell[] }[] {
  const coveredUntil = new Map<number, number>()
  return LESSON_PERIODS.map((period) => {
    const cells: TimetableCell[] = []
    for (const day of WEEKDAYS) {
      if (period < (coveredUntil.get(day) ?? 0)) continue
      const lesson = findLessonAt(timetable, { week, day, period })
      if (lesson === undefined) {
        cells.push({ day, span: 1 })
        continue
      }
      const end = endOf(timetable, { week, day, period }, lesson)
      coveredUntil.set(day, end)
      cells.push({ day, lesson, span: end - period })
    }
    return { period, cells }
  })
}

/** Whether no week has any lesson. */
export const isTimetableEmpty = (timetable: Timetable): boolean =>
  Object.values(timetable.rows).every((cells) => cells.every((cell) => cell === null))

/** The colour of a course; the same course always has the same colour. */
export function pickCourseColour(course: string): 1 | 2 | 3 | 4 | 5 {
  // The hash FNV-1a, which distributes names well that have most letters in common.
  let hash = 0x811c9dc5
  for (const letter of course) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return COLOURS[(hash >>> 0) % COLOURS.length] ?? 1
}

const COLOURS = [1, 2, 3, 4, 5] as const

// The end of a lesson that spans several periods. It ends where the next lesson begins, whatever
// its span, because cells must not overlap.
function endOf(
  timetable: Timetable,
  at: { week: number; day: number; period: number },
  lesson: Lesson,
): number {
  const end = Math.min(at.period + lesson.periods, LESSON_PERIODS.length + 1)
  for (let period = at.period + 1; period < end; period++) {
    if (findLessonAt(timetable, { ...at, period }) !== undefined) return period
  }
  return end
}
