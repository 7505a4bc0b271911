import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type ExpectedStudentsParams, selectExpectedStudents } from './expected-students.ts'

/** The hour of the announced arrival, 00 to 23. */
export const ANNOUNCED_HOUR = sql<string>`left(travel.arrival_time, 2)`

/** Selects the expected students who have a travel form, one row for each, with the form. */
export const selectAnnouncedArrivals = (db: Db, wanted: ExpectedStudentsParams) =>
  selectExpectedStudents(db, wanted).innerJoin('travel', 'travel.student_code', 'student.code')
