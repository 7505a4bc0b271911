import type { Db } from '../../platform/database/database.ts'
import { newSecret } from '../../platform/sessions/secrets.ts'

/** The key of a student's face photo, if there is one. */
export async function photoOf(db: Db, student: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('image')
    .select('id')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo')
    .executeTakeFirst()
  return row?.id
}

/**
 * Store a student's face photo. Answers false when there is one already: of two at once, one stays.
 */
export async function storePhoto(
  db: Db,
  { student, bytes, now }: { student: string; bytes: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('image')
    .values({
      id: newSecret(),
      student_code: student,
      purpose: 'photo',
      type: 'image/jpeg',
      bytes,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('student_code').where('purpose', '=', 'photo').doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** An image by its key, whoever's it is. */
export const findImage = (db: Db, id: string) =>
  db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
