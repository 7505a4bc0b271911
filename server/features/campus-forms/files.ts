import { Buffer } from 'node:buffer'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** A file as the phone announces it. */
export interface AnnouncedFile {
  /** The id that the phone chose. */
  readonly id: string
  readonly student: string
  readonly form: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/** The state of a file whose parts arrive. */
export interface ArrivingFile {
  /** The number of bytes that have arrived, from the beginning. */
  readonly received: number
  readonly isComplete: boolean
}

/** The largest number of bytes, and of files, that are stored for a student. */
export const MOST_STUDENT_BYTES = 60 * 2 ** 20
const MOST_STUDENT_FILES = 200

/**
 * Finds how much of a student's file has arrived; nothing for a file of somebody else. If all parts
 * have arrived and were not yet put together, the last part is missing, so that the phone sends it
 * again and they are.
 */
export async function findArrivingFile(
  db: Db,
  { id, student }: Pick<AnnouncedFile, 'id' | 'student'>,
): Promise<ArrivingFile> {
  const row = await db
    .selectFrom('campus_form_attachment as file')
    .select(['file.sent_bytes', 'file.completed_at'])
    .select((e) =>
      e
        .selectFrom('campus_form_attachment_part as part')
        .select(sql<string | null>`max(part.at + octet_length(part.bytes))`.as('end'))
        .whereRef('part.attachment_id', '=', 'file.id')
        .as('end'),
    )
    .select((e) =>
      e
        .selectFrom('campus_form_attachment_part as part')
        .select(({ fn }) => fn.max<number | null>('part.at').as('last'))
        .whereRef('part.attachment_id', '=', 'file.id')
        .as('last'),
    )
    .where('file.id', '=', id)
    .where('file.student_code', '=', student)
    .executeTakeFirst()
  if (row === undefined) return { received: 0, isComplete: false }
  if (row.completed_at !== null) return { received: row.sent_bytes, isComplete: true }
  const received = Number(row.end ?? 0)
  return { received: received < row.sent_bytes ? received : (row.last ?? 0), isComplete: false }
}

/** What became of a part of a file. */
export type PartResult =
  | { readonly type: 'stored' | 'all-parts' | 'complete'; readonly received: number }
  /** The id belongs to another file. */
  | { readonly type: 'taken' }
  /** The student has stored as much as is allowed. */
  | { readonly type: 'full' }

/**
 * Stores a part of a file. What has arrived already is left out, and a part behind a gap is not
 * stored. A file that is announced anew with another content begins anew.
 */
export async function storePart(
  db: Db,
  file: AnnouncedFile,
  { offset, bytes, now }: { offset: number; bytes: Uint8Array; now: Date },
): Promise<PartResult> {
  await db
    .insertInto('campus_form_attachment')
    .values({
      id: file.id,
      student_code: file.student,
      form_id: file.form,
      name: file.name,
      type: file.type,
      sent_bytes: file.bytes,
      sha256: file.sha256,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // The lock makes parts that arrive at the same time wait for each other.
  const row = await db
    .selectFrom('campus_form_attachment')
    .select(['student_code', 'form_id', 'sent_bytes', 'sha256', 'completed_at'])
    .where('id', '=', file.id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.student_code !== file.student || row.form_id !== file.form) return { type: 'taken' }
  const isSame = row.sha256 === file.sha256 && row.sent_bytes === file.bytes
  if (row.completed_at !== null)
    return isSame ? { type: 'complete', received: row.sent_bytes } : { type: 'taken' }
  if (!isSame) await restartFile(db, file)
  const { received } = await findArrivingFile(db, file)
  const isNew = offset <= received && offset + bytes.byteLength > received
  if (isNew) {
    if (await isFull(db, file.student)) {
      // A file that is refused must not count from then on.
      await dropArrivingFile(db, file.id)
      return { type: 'full' }
    }
    // A part that is sent again to put the file together replaces itself.
    await db
      .insertInto('campus_form_attachment_part')
      .values({
        attachment_id: file.id,
        at: received,
        bytes: Buffer.from(bytes.subarray(received - offset)),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['attachment_id', 'at'])
          .doUpdateSet((e) => ({ bytes: e.ref('excluded.bytes') })),
      )
      .execute()
  }
  const end = isNew ? offset + bytes.byteLength : received
  return { type: end >= file.bytes ? 'all-parts' : 'stored', received: end }
}

async function restartFile(db: Db, file: AnnouncedFile): Promise<void> {
  await db.deleteFrom('campus_form_attachment_part').where('attachment_id', '=', file.id).execute()
  await db
    .updateTable('campus_form_attachment')
    .set({ name: file.name, type: file.type, sent_bytes: file.bytes, sha256: file.sha256 })
    .where('id', '=', file.id)
    .execute()
}

async function isFull(db: Db, student: string): Promise<boolean> {
  const { files, bytes } = await db
    .selectFrom('campus_form_attachment')
    .select(({ fn }) => [
      fn.countAll<string>().as('files'),
      fn.sum<string>('sent_bytes').as('bytes'),
    ])
    .where('student_code', '=', student)
    .executeTakeFirstOrThrow()
  return Number(files) > MOST_STUDENT_FILES || Number(bytes) > MOST_STUDENT_BYTES
}

/** Reads the parts of a file in their order. */
export async function readParts(db: Db, id: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('campus_form_attachment_part')
    .select('bytes')
    .where('attachment_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map(({ bytes }) => bytes)
}

/** Stores the whole file instead of its parts, if no other request has done so. */
export async function completeFile(
  db: Db,
  {
    id,
    sha256,
    ...file
  }: {
    readonly id: string
    readonly sha256: string
    readonly name: string
    readonly type: string
    readonly bytes: Buffer
    readonly now: Date
  },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('campus_form_attachment')
    .set({ name: file.name, type: file.type, bytes: file.bytes, completed_at: file.now })
    .where('id', '=', id)
    .where('sha256', '=', sha256)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    await db.deleteFrom('campus_form_attachment_part').where('attachment_id', '=', id).execute()
}

/** Deletes a file that has not completely arrived, with its parts. */
export const dropArrivingFile = (db: Db, id: string) =>
  db
    .deleteFrom('campus_form_attachment')
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .execute()

/** A file that has completely arrived, without its content. */
export interface StoredFile {
  readonly id: string
  readonly type: string
  /** The size and the hash of the file on the phone. */
  readonly bytes: number
  readonly sha256: string
}

/** Finds those of these files that have completely arrived for answers of a student to a form. */
export async function findStoredFiles(
  db: Db,
  { student, form, ids }: { student: string; form: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, StoredFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('campus_form_attachment')
    .select(['id', 'type', 'sent_bytes as bytes', 'sha256'])
    .where('id', 'in', ids)
    .where('student_code', '=', student)
    .where('form_id', '=', form)
    .where('completed_at', 'is not', null)
    // Until the transaction ends, so that retention does not delete a file that is being used.
    .forKeyShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds a file that has completely arrived, with its content. */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('campus_form_attachment')
    .select(['id', 'student_code as student', 'form_id as form', 'name', 'type', 'bytes'])
    .select('answer_version as answerVersion')
    .where('id', '=', id)
    .executeTakeFirst()
