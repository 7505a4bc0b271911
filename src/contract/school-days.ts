import type { Holiday, SwappedDay } from './timetable.ts'

/** The days of a term on which its weekly lessons do not take place as usual. */
export interface DayChanges {
  readonly holidays?: readonly Holiday[] | undefined
  readonly swappedDays?: readonly SwappedDay[] | undefined
}

const DAY_MS = 86_400_000

/** The day whose lessons are held on a swapped day; undefined if the day is not swapped. */
export const findFollowedDay = (
  { swappedDays }: DayChanges,
  day: string | undefined,
): string | undefined => swappedDays?.find((swapped) => swapped.day === day)?.follows

/** The holiday on a day, YYYY-MM-DD, if there is one. A swapped day within a holiday has lessons. */
export const findHolidayOn = (changes: DayChanges, day: string): Holiday | undefined =>
  findFollowedDay(changes, day) === undefined
    ? changes.holidays?.find(({ from, to }) => from <= day && day <= to)
    : undefined

/** The week of a term (1 is the first) and the weekday (1 is Monday) of a day, YYYY-MM-DD. */
export function locateSchoolDay(firstMonday: string, day: string): { week: number; day: number } {
  const days = (Date.parse(day) - Date.parse(firstMonday)) / DAY_MS
  return { week: Math.floor(days / 7) + 1, day: (((days % 7) + 7) % 7) + 1 }
}
