import type { Lesson } from './timetable.ts'

/**
 * Whether a list of weeks, such as `1-8,10,12`, contains a week; '' contains every week. The first
 * week is 1.
 */
export const isWeekIn = (weeks: string, week: number): boolean =>
  weeks === '' ||
  weeks.split(',').some((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return first <= week && week <= last
  })

/** Formats weeks in ascending order as ranges, such as `1-8,10,12`. */
export function formatWeekRanges(weeks: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const week of weeks) {
    const open = ranges.at(-1)
    if (open !== undefined && open.last === week - 1) open.last = week
    else ranges.push({ first: week, last: week })
  }
  return ranges
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(',')
}

/**
 * Whether a lesson takes place in a week (1 is the first week). Odd teaching weeks are those with
 * an even index (D-86).
 */
export const isLessonInWeek = (lesson: Pick<Lesson, 'oddWeeksOnly'>, week: number): boolean =>
  !lesson.oddWeeksOnly || (week - 1) % 2 === 0
