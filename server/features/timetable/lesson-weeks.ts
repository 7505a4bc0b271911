import { formatWeekRanges } from '#contract/lesson-weeks'
import type { LessonRow } from '../../platform/database/schema/schema.ts'

/**
 * Whether a lesson takes place in this week of the term (the first week is 1): by its list of
 * weeks, or by the odd/even rule.
 */
export function isLessonRowInWeek(
  { weeks, odd_weeks_only: odd }: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
  week: number,
): boolean {
  if (weeks !== '') return weeks.split(',').includes(String(week))
  return !odd || week % 2 === 1
}

/** Whether these lessons have a week in common. */
export const hasCommonWeek = (
  one: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
  other: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
): boolean =>
  ALL_WEEKS.some((week) => isLessonRowInWeek(one, week) && isLessonRowInWeek(other, week))

/** The numbers of the weeks of the longest possible term. */
export const ALL_WEEKS: readonly number[] = Array.from({ length: 30 }, (_, nth) => nth + 1)

// The weeks of a term in which a lesson takes place.
const findWeeksInTerm = (
  lesson: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
  termWeeks: number,
): number[] => ALL_WEEKS.filter((week) => week <= termWeeks && isLessonRowInWeek(lesson, week))

/** Whether a lesson takes place in any week of the term. */
export const isLessonInTerm = (
  lesson: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
  termWeeks: number,
): boolean => findWeeksInTerm(lesson, termWeeks).length > 0

/**
 * The weeks of a lesson of the term (`isLessonInTerm`) as the contract has them: ranges, '' if it
 * takes place in every week.
 */
export const formatLessonWeeks = (
  lesson: Pick<LessonRow, 'weeks' | 'odd_weeks_only'>,
  termWeeks: number,
): string => {
  const held = findWeeksInTerm(lesson, termWeeks)
  return held.length === termWeeks ? '' : formatWeekRanges(held)
}
