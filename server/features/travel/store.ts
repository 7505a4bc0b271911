import type { Peer, Travel } from '#contract/travel'
import type { Db } from '../../platform/database/database.ts'
import { noteForm, type Writer } from '../forms/face.ts'

/** A student's stored way to school, with its version. */
export async function findTravel(
  db: Db,
  student: string,
): Promise<{ travel: Travel; version: number } | undefined> {
  const row = await db
    .selectFrom('travel')
    .selectAll()
    .where('student_code', '=', student)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const travel: Travel = {
    student: row.student_code,
    step: row.step,
    startCity: row.start_city,
    startDate: row.start_date,
    arrivalDate: row.arrival_date,
    arrivalTime: row.arrival_time,
    mode: row.mode,
    companions: row.companions,
    remark: row.remark,
    open: row.open,
  }
  return { travel, version: row.version }
}

/** Store a way to school as this version. */
export async function saveTravel(
  db: Db,
  {
    travel,
    student,
    version,
    writer,
    now,
  }: { travel: Travel; student: string; version: number; writer: Writer; now: Date },
): Promise<void> {
  const values = {
    step: travel.step,
    start_city: travel.startCity,
    start_date: travel.startDate,
    arrival_date: travel.arrivalDate,
    arrival_time: travel.arrivalTime,
    mode: travel.mode,
    companions: travel.companions,
    remark: travel.remark,
    open: travel.open,
    version,
    updated_at: now,
  }
  await db
    .insertInto('travel')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  await noteForm(db, { student, form: 'travel', version, words: travel, writer, now })
}

/**
 * Who starts in the same city on the same day as this student and wants to be seen; nobody unless
 * this student does too (D-47).
 */
export async function findPeers(db: Db, student: string): Promise<Peer[]> {
  return db
    .selectFrom('travel as own')
    .innerJoin('travel as other', (join) =>
      join
        .onRef('other.start_city', '=', 'own.start_city')
        .onRef('other.start_date', '=', 'own.start_date'),
    )
    .innerJoin('student', 'student.code', 'other.student_code')
    .select(['student.name', 'student.gender', 'student.phone', 'other.start_date as startDate'])
    .where('own.student_code', '=', student)
    .where('own.open', '=', true)
    .where('other.open', '=', true)
    .whereRef('other.student_code', '<>', 'own.student_code')
    .orderBy('other.arrival_date')
    .orderBy('student.code')
    .limit(50)
    .execute()
}
