import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/** Finds the key of a student's portrait; undefined if there is none. */
export async function findPhotoKeyOfStudent(db: Db, student: string): Promise<string | undefined> {
  return (await photosOf.run(db, { student }))[0]?.id
}

const photosOf = prepareQuery('photo of a student', (db, { student }: { student: string }) =>
  db
    .selectFrom('image')
    .select('id')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo'),
)

/**
 * Finds when a student consented to the storage of a portrait; undefined if there is no consent or
 * it was withdrawn.
 */
export async function findPhotoConsentTime(db: Db, student: string): Promise<Date | undefined> {
  const row = await selectCurrentConsent(db, student).select('agreed_at').executeTakeFirst()
  return row?.agreed_at
}

const selectCurrentConsent = (db: Db, student: string) =>
  db
    .selectFrom('consent')
    .where('student_code', '=', student)
    .where('purpose', '=', 'photo')
    .where('taken_back_at', 'is', null)

/** Records a student's consent. If there already is a consent, its time stays. */
export const recordPhotoConsent = (db: Db, student: string, now: Date) =>
  db
    .insertInto('consent')
    .values({ student_code: student, purpose: 'photo', agreed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Withdraws a student's consent and deletes the portrait. */
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
 * Stores a student's portrait. Of two concurrent portraits one is stored. No portrait is stored
 * without a consent, which the student might have withdrawn while the photo was decoded.
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

/** Finds an image by key, of any owner. */
export const findImageByKey = (db: Db, id: string) =>
  db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
