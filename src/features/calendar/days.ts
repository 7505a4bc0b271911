import { addDays } from '#app/lib/format/dates.ts'

/** The first day of the calendar, YYYY-MM-DD (CAL-01). */
export const FIRST_CALENDAR_DAY = '2016-04-01'
/** The last day of the calendar, YYYY-MM-DD (CAL-01). */
export const LAST_CALENDAR_DAY = '2100-01-01'

/** A month as YYYY-MM. */
export type Month = string

/** The month of a day. */
export const monthOf = (day: string): Month => day.slice(0, 7)

/** Limits a day to the calendar's range. */
export const clampToCalendar = (day: string): string =>
  day < FIRST_CALENDAR_DAY ? FIRST_CALENDAR_DAY : day > LAST_CALENDAR_DAY ? LAST_CALENDAR_DAY : day

/** Returns the month some months later; undefined beyond the calendar's ends. */
export function addMonths(month: Month, months: number): Month | undefined {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + months
  const found = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  return found < monthOf(FIRST_CALENDAR_DAY) || found > monthOf(LAST_CALENDAR_DAY)
    ? undefined
    : found
}

/**
 * Returns the weeks of a month, Monday first; days of the adjacent months fill the first and the
 * last.
 */
export function listWeeksOfMonth(month: Month): string[][] {
  const first = `${month}-01`
  const monday = addDays(first, -mondayBasedWeekday(first))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_d, day) => addDays(monday, week * 7 + day)),
  )
  return weeks.filter((days, week) => week === 0 || days.some((day) => monthOf(day) === month))
}

/** The weekday of a day; 0 is Monday. */
export const mondayBasedWeekday = (day: string): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
