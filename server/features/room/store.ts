import type { Room } from '#contract/room'
import type { Db } from '../../platform/database/database.ts'

/** The place that a student was given, if any. */
export async function findRoom(db: Db, student: string): Promise<Room | null> {
  const row = await db
    .selectFrom('dorm_place')
    .selectAll()
    .where('student_code', '=', student)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { type: row.type_name, building: row.building, room: row.room, bed: row.bed }
}
