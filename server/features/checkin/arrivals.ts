import type { Arrival } from '#contract/checkin'
import type { Db } from '../../platform/database/db.ts'
import type { CheckinStudent } from './store.ts'

const MAX_LISTED = 50

/** Finds the arrivals in these buildings that were not revoked, newest first. */
export async function findArrivals(db: Db, buildings: readonly string[]): Promise<Arrival[]> {
  if (buildings.length === 0) return []
  const rows = await db
    .selectFrom('arrival')
    .innerJoin('student', 'student.code', 'arrival.student_code')
    .innerJoin('staff', 'staff.code', 'arrival.staff_code')
    .leftJoin('staff as key_giver', 'key_giver.code', 'arrival.key_given_by')
    .select([
      'arrival.id',
      'student.code as student',
      'student.name',
      'arrival.building',
      'arrival.room',
      'arrival.scanned_at',
      'staff.name as by',
      'key_given_at',
      'key_giver.name as key_giver',
    ])
    .where('arrival.removed_at', 'is', null)
    .where('arrival.building', 'in', buildings)
    .orderBy('arrival.scanned_at', 'desc')
    .orderBy('arrival.id')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ scanned_at, key_given_at, key_giver, ...row }) => ({
    ...row,
    at: scanned_at.toISOString(),
    keyAt: key_given_at?.toISOString(),
    keyBy: key_giver ?? undefined,
  }))
}

interface Confirmation {
  readonly student: CheckinStudent
  readonly staff: string
  readonly at: Date
  /** A reversal after this time is newer than this scan. */
  readonly seenAt: Date
  readonly now: Date
  readonly verified: boolean
  /** The staff member who delivered the scan; absent if the person who scanned delivered it. */
  readonly deliveredBy?: string
}

/**
 * Confirms an arrival. Of several concurrent confirmations one succeeds. A scan from before the
 * last reversal is rejected: after a reversal the student has to be scanned again, because
 * otherwise an outbox that is sent late would restore the arrival.
 */
export async function confirmArrival(
  db: Db,
  { student, staff, at, seenAt, now, verified, deliveredBy }: Confirmation,
): Promise<'new' | 'already-confirmed' | 'reverted'> {
  const row = {
    student_code: student.code,
    building: student.building,
    room: student.room,
    staff_code: staff,
    verified,
    delivered_by: deliveredBy ?? null,
  }
  if (!(await isRevertedSince(db, student.code, seenAt))) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('arrival')
      .values({ ...row, scanned_at: at, received_at: now })
      .onConflict((conflict) =>
        conflict.column('student_code').where('removed_at', 'is', null).doNothing(),
      )
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n ? 'new' : 'already-confirmed'
  }
  return student.arrived ? 'already-confirmed' : 'reverted'
}

// Whether an arrival of the student was revoked after this time.
const isRevertedSince = async (db: Db, student: string, time: Date): Promise<boolean> =>
  (await db
    .selectFrom('arrival')
    .select('id')
    .where('student_code', '=', student)
    .where('removed_at', '>=', time)
    .executeTakeFirst()) !== undefined

/** Who handed over the key of a student's current arrival, and when. */
export interface GivenKey {
  readonly at: Date
  /** The name and the code of the staff member. */
  readonly by: string
  readonly staff: string
}

/** Finds who handed over the key of a student's current arrival; undefined if nobody did. */
export async function findGivenKey(db: Db, student: string): Promise<GivenKey | undefined> {
  const row = await db
    .selectFrom('arrival')
    .innerJoin('staff', 'staff.code', 'arrival.key_given_by')
    .select(['key_given_at as at', 'staff.name as by', 'staff.code as staff'])
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined || row.at === null ? undefined : { ...row, at: row.at }
}

/**
 * Records at the student's current arrival that the key was handed over. Of several records the
 * first counts, and the others learn of it by 'given'. A scan from before a reversal records no
 * key, because the key was handed over for the arrival that was revoked.
 */
export async function recordGivenKey(
  db: Db,
  {
    student,
    staff,
    at,
    seenAt,
  }: { student: string } & Pick<Confirmation, 'staff' | 'at' | 'seenAt'>,
): Promise<{ type: 'recorded' | 'reverted' | 'not-arrived' } | ({ type: 'given' } & GivenKey)> {
  if (await isRevertedSince(db, student, seenAt)) return { type: 'reverted' }
  const { numUpdatedRows } = await db
    .updateTable('arrival')
    .set({ key_given_at: at, key_given_by: staff })
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .where('key_given_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return { type: 'recorded' }
  const given = await findGivenKey(db, student)
  return given === undefined ? { type: 'not-arrived' } : { type: 'given', ...given }
}

interface Reversal {
  readonly id: string
  /** The staff member who revokes the arrival. */
  readonly staff: string
  readonly reason: string
  readonly now: Date
}

/**
 * Revokes an arrival. A supervisor can revoke only an arrival that they have confirmed or whose
 * scan they have delivered. The arrival stays on record with the staff member and the reason.
 * 'not-own' names the supervisor who can revoke it.
 */
export async function revertOwnArrival(
  db: Db,
  reversal: Reversal,
): Promise<{ type: 'done' | 'gone' } | { type: 'not-own'; by: string }> {
  const arrival = await db
    .selectFrom('arrival')
    .innerJoin('staff', 'staff.code', 'arrival.staff_code')
    .select(['arrival.staff_code', 'delivered_by', 'staff.name'])
    .where('arrival.id', '=', reversal.id)
    .executeTakeFirst()
  if (arrival === undefined) return { type: 'gone' }
  const { staff_code: by, delivered_by: bringer, name } = arrival
  if (by !== reversal.staff && bringer !== reversal.staff) return { type: 'not-own', by: name }
  return { type: (await markArrivalReverted(db, reversal)) ? 'done' : 'gone' }
}

/** Revokes a student's current arrival if there is one, no matter who confirmed it. */
export async function revertStudentArrival(
  db: Db,
  { student, ...reversal }: Omit<Reversal, 'id'> & { readonly student: string },
): Promise<boolean> {
  const standing = await db
    .selectFrom('arrival')
    .select('id')
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return standing !== undefined && markArrivalReverted(db, { id: standing.id, ...reversal })
}

async function markArrivalReverted(db: Db, { id, staff, reason, now }: Reversal): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('arrival')
    .set({ removed_at: now, removed_by: staff, removed_reason: reason })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
