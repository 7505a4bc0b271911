import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/** The key of a student's face photo, if there is one. */
export async function photoOf(db: Db, student: string): Promise<string | undefined> {
  return (await photosOf.run(db, { student }))[0]?.id
}

const photosOf = prepareQuery('photo of a student', { student: 'student?' }, (db, { student }) =>
  db
    .selectFrom('image')
    .select('id')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo'),
)

/** When a student agreed that the university keeps a photo of their face, if they still do. */
export async function consentOf(db: Db, student: string): Promise<Date | undefined> {
  const row = await selectCurrentConsent(db, student).select('agreed_at').executeTakeFirst()
  return row?.agreed_at
}

const selectCurrentConsent = (db: Db, student: string) =>
  db
    .selectFrom('consent')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo')
    .where('taken_back_at', 'is', null)

/** Write down that a student agrees; the first time counts. */
export const recordPhotoConsent = (db: Db, student: string, now: Date) =>
  db
    .insertInto('consent')
    .values({ student_code: student, purpose: 'photo', agreed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A student agrees no longer: the photo goes. */
export async function withdrawPhotoConsent(db: Db, student: string, now: Date): Promise<void> {
  await db
    .updateTable('consent')
    .set({ taken_back_at: now })
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo')
    .where('taken_back_at', 'is', null)
    .execute()
  await db
    .deleteFrom('image')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo')
    .execute()
}

/**
 * Store a student's face photo: of two at once one stays, and none without a consent, which may
 * have been taken back while the photo was read.
 */
export async function storePhoto(
  db: Db,
  { student, bytes, now }: { student: string; bytes: Buffer; now: Date },
): Promise<'stored' | 'there already' | 'no consent'> {
  const store = async (tx: Db) => {
    const agreed = await selectCurrentConsent(tx, student)
      .select('id')
      .forShare()
      .executeTakeFirst()
    if (agreed === undefined) return 'no consent'
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('image')
      .values({
        id: createSecret(),
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
    return numInsertedOrUpdatedRows === 1n ? 'stored' : 'there already'
  }
  return db.isTransaction ? store(db) : db.transaction().execute(store)
}

/** An image by its key, whoever's it is. */
export const findImage = (db: Db, id: string) =>
  db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
