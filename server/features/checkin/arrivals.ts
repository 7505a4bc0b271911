import type { Arrival } from '#contract/checkin'
import type { Db } from '../../platform/database/database.ts'
import type { Candidate } from './store.ts'

const LISTED = 50

/** The arrivals that stand in these buildings, newest first. */
export async function findArrivals(db: Db, buildings: readonly string[]): Promise<Arrival[]> {
  if (buildings.length === 0) return []
  const rows = await db
    .selectFrom('arrival')
    .innerJoin('student', 'student.code', 'arrival.student_code')
    .select([
      'arrival.id',
      'student.name',
      'arrival.building',
      'arrival.room',
      'arrival.scanned_at',
    ])
    .where('arrival.removed_at', 'is', null)
    .where('arrival.building', 'in', buildings)
    .orderBy('arrival.scanned_at', 'desc')
    .orderBy('arrival.id')
    .limit(LISTED)
    .execute()
  return rows.map(({ scanned_at, ...row }) => ({ ...row, at: scanned_at.toISOString() }))
}

interface Confirmation {
  readonly student: Candidate
  readonly staff: string
  readonly at: Date
  readonly now: Date
  readonly verified: boolean
}

/**
 * Confirm an arrival; of all who do so at once one does. A scan from before the last reversal is
 * not enough: what was taken back must be seen anew, or a queue that comes late would bring it
 * back.
 */
export async function confirm(
  db: Db,
  { student, staff, at, now, verified }: Confirmation,
): Promise<'new' | 'known' | 'taken back'> {
  const reversal = await db
    .selectFrom('arrival')
    .select('id')
    .where('student_code', '=', student.code)
    .where('removed_at', '>=', at)
    .executeTakeFirst()
  const row = {
    student_code: student.code,
    building: student.building,
    room: student.room,
    staff_code: staff,
    verified,
  }
  if (reversal === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('arrival')
      .values({ ...row, scanned_at: at, received_at: now })
      .onConflict((conflict) =>
        conflict.column('student_code').where('removed_at', 'is', null).doNothing(),
      )
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n ? 'new' : 'known'
  }
  return student.arrived ? 'known' : 'taken back'
}

interface Reversal {
  readonly id: string
  readonly staff: string
  readonly buildings: readonly string[]
  readonly now: Date
}

/** Take an arrival back; it stays on record with who did it. Answers whether there was one. */
export async function takeBack(db: Db, { id, staff, buildings, now }: Reversal): Promise<boolean> {
  if (buildings.length === 0) return false
  const { numUpdatedRows } = await db
    .updateTable('arrival')
    .set({ removed_at: now, removed_by: staff })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('building', 'in', buildings)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
