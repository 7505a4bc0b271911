import type { BellSchedule } from './timetable.ts'

/** The largest number of periods of a day. */
export const MAX_PERIODS = 14

/** The periods of a campus that has not entered its own, each `HH:mm-HH:mm` (TTB-03). */
export const DEFAULT_PERIODS: readonly string[] = [
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

/**
 * The periods of a day (YYYY-MM-DD), each `HH:mm-HH:mm`. Before the first schedule begins, the
 * default applies. '' is a day that is not known: the newest schedule applies.
 */
export const findPeriodsOn = (
  schedules: readonly BellSchedule[] | undefined,
  day: string,
): readonly string[] =>
  schedules?.findLast(({ from }) => day === '' || from <= day)?.periods ?? DEFAULT_PERIODS

/**
 * The start and end of a lesson, HH:mm; '' for a period that the day does not have. The first period
 * is 1.
 */
export const getLessonStartAndEnd = (
  dayPeriods: readonly string[],
  { period, periods }: { readonly period: number; readonly periods: number },
): { starts: string; ends: string } => ({
  starts: dayPeriods[period - 1]?.slice(0, 5) ?? '',
  ends: dayPeriods[Math.min(period + periods - 2, dayPeriods.length - 1)]?.slice(6) ?? '',
})

/** The minute of the day of HH:mm. */
export const toMinuteOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
