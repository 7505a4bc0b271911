import { startOfDay, toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { findHolidays, findSwappedDays } from '../calendar/public.ts'

/** The first day of a term, and its number of weeks. */
export interface TermDays {
  readonly first_monday: string
  readonly weeks: number
}

/** Finds the days of a term without lessons, and those with the lessons of another day. */
export async function findDayChanges(db: Db, { first_monday: from, weeks }: TermDays) {
  const days = { from, to: dayAfter(from, weeks * 7 - 1) }
  return {
    holidays: await findHolidays(db, days),
    swappedDays: await findSwappedDays(db, days),
  }
}

/** The day some days after a day, YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string => toChinaDay(startOfDay(day, days))
