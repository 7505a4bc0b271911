import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { readPortrait } from '../../platform/pictures/read-images.ts'

// The key of a photo gives access to the full photo, so clients get the hash of the key as a name.
// A photo after a new consent has a new key and hash.
const PHOTO_HASH = sql<string>`left(encode(sha256(convert_to(image.id, 'UTF8')), 'hex'), 16)`

const selectConsentedPhotos = (db: Db, students: readonly string[]) =>
  db
    .selectFrom('image')
    .innerJoin('consent', (join) =>
      join
        .onRef('consent.student_code', '=', 'image.student_code')
        .on('consent.purpose', '=', 'photo')
        .on('consent.taken_back_at', 'is', null),
    )
    .where('image.purpose', '=', 'photo')
    .where('image.student_code', '=', (e) => e.fn.any(e.val([...students])))

/** For those of these students who have given consent, finds the hash of the photo, by student. */
export async function findPhotoHashes(
  db: Db,
  students: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectConsentedPhotos(db, students)
    .select(['image.student_code as student', PHOTO_HASH.as('face')])
    .execute()
  return new Map(rows.map(({ student, face }) => [student, face]))
}

/** A small photo with its hash. */
export interface SmallPhoto {
  readonly face: string
  readonly jpeg: Buffer
}

/** Reads the small photos of these students; students without a consent are left out. */
export async function readSmallPhotos(
  db: Db,
  { students, faces }: { students: readonly string[]; faces: readonly string[] },
): Promise<SmallPhoto[]> {
  const rows = await selectConsentedPhotos(db, students)
    .select(['image.id', 'small', PHOTO_HASH.as('face')])
    .where(PHOTO_HASH, '=', (e) => e.fn.any(e.val([...faces])))
    .execute()
  const found: SmallPhoto[] = []
  // One photo is read at a time: all full photos together would be a hundred times as large as the
  // response.
  for (const { id, small, face } of rows) {
    const jpeg = small ?? (await shrinkPhoto(db, id))
    if (jpeg !== undefined) found.push({ face, jpeg })
  }
  return found
}

async function shrinkPhoto(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('image').select('bytes').where('id', '=', id).executeTakeFirst()
  const small = row && (await readPortrait(row.bytes))
  if (small === undefined) return undefined
  // A photo that was deleted in the meantime is neither written nor returned.
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set({ small })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? small : undefined
}
