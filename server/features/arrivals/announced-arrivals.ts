import { sql } from 'kysely'
import type { ArrivalOverview } from '#contract/arrivals'
import { parseChinaMinute, toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type ExpectedStudentsParams, selectExpectedStudents } from './expected-students.ts'

/** The hour of the announced arrival, 00 to 23. */
export const ANNOUNCED_HOUR = sql<string>`left(travel.arrival_time, 2)`

/** The students of a group, their companions, and how many of the students have arrived. */
export const ANNOUNCED_SUMS = [
  sql<number>`count(*)::int`.as('students'),
  // An earlier rule might have stored another text.
  sql<number>`coalesce(sum(substring(travel.companions from '^[0-9]{1,3}$')::int), 0)::int`.as(
    'companions',
  ),
  sql<number>`count(arrival.id)::int`.as('arrived'),
] as const

/** Selects the expected students who have a travel form, one row for each, with the form. */
export const selectAnnouncedArrivals = (db: Db, wanted: ExpectedStudentsParams) =>
  selectExpectedStudents(db, wanted).innerJoin('travel', 'travel.student_code', 'student.code')

/** Counts the students who announce an arrival today, by hour. */
export async function countAnnouncedToday(
  db: Db,
  wanted: ExpectedStudentsParams,
): Promise<NonNullable<ArrivalOverview['announced']>> {
  const today = toChinaDay(wanted.now)
  const rows = await selectAnnouncedArrivals(db, wanted)
    .where('travel.arrival_date', '=', today)
    .where('travel.arrival_time', '~', '^([01][0-9]|2[0-3]):')
    .select([ANNOUNCED_HOUR.as('hour'), sql<number>`count(*)::int`.as('students')])
    .groupBy(ANNOUNCED_HOUR)
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, students }) => ({
    hour: parseChinaMinute(`${today} ${hour}:00`).toISOString(),
    students,
  }))
}
