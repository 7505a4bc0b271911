import type { Db } from '../../platform/database/db.ts'

/**
 * Finds a student's current arrival, with the staff member who confirmed it and the one who
 * delivered the scan.
 */
export const findCurrentArrival = (db: Db, student: string) =>
  db
    .selectFrom('arrival')
    .innerJoin('staff', 'staff.code', 'arrival.staff_code')
    .leftJoin('staff as bringer', 'bringer.code', 'arrival.delivered_by')
    .select(['scanned_at', 'building', 'room', 'staff.name as by', 'source', 'verified'])
    .leftJoin('staff as key_giver', 'key_giver.code', 'arrival.key_given_by')
    .select(['bringer.name as deliveredBy', 'key_given_at', 'key_giver.name as keyBy'])
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/**
 * Confirms an arrival on behalf of the office, without a pass. Returns false if the student has
 * already arrived.
 */
export async function confirmArrivalByOffice(
  db: Db,
  { student, staff, now }: { student: string; staff: string; now: Date },
): Promise<boolean> {
  const place = await db
    .selectFrom('dorm_place')
    .select(['building', 'room'])
    .where('student_code', '=', student)
    .executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('arrival')
    .values({
      student_code: student,
      building: place?.building ?? '',
      room: place?.room ?? '',
      scanned_at: now,
      received_at: now,
      staff_code: staff,
      source: 'desk',
      verified: false,
    })
    .onConflict((conflict) =>
      conflict.column('student_code').where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
