import { sql } from 'kysely'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../database/db.ts'
import { prepareStatement } from '../database/driver/prepared-statement.ts'
import { type HandlerRequest, succeed, type HandlerResult, refuse } from '../http/handler.ts'

/** The operations on the versioned record of a form. */
export interface VersionedForm<Stored> {
  readonly form: string
  readonly find: () => Promise<Stored | undefined>
  /**
   * Replaces the stored record, with this version number. It is called only if the caller's version
   * is current. Resolves to the reason if the record is refused.
   */
  readonly save: (version: number, stored: Stored | undefined) => Promise<LocalizedText | undefined>
}

/** The ETag of a form's version, such as "family-3"; "family-0" if there is no record. */
export const versionTag = (form: string, version: number): string => `${form}-${version}`

/**
 * Writes a student's form if the version in `ifMatch` is current; otherwise the result is 'stale'.
 * If `ifMatch` is undefined, any version is accepted. A lock of the student's row serializes the
 * writes of one student, because a form that was never written has no row to lock.
 */
export async function writeIfCurrentVersion<Stored extends { readonly version: number }>(
  {
    db,
    student,
    ifMatch,
  }: Pick<HandlerRequest<unknown>, 'db' | 'ifMatch'> & { student: { code: string } },
  { form, find, save }: VersionedForm<Stored>,
): Promise<HandlerResult<Record<never, never>>> {
  // Both statements are sent at once. The database runs them one after the other, so the record is
  // read with the student locked.
  const [least, stored] = await Promise.all([lockStudent(db, student.code), find()])
  const version = stored?.version ?? 0
  if (ifMatch !== undefined && ifMatch !== versionTag(form, version))
    return { type: 'stale', etag: versionTag(form, version) }
  const next = Math.max(version + 1, least)
  const why = await save(next, stored)
  return why === undefined ? succeed({}, versionTag(form, next)) : refuse(why)
}

/**
 * Locks a student's row until the end of the transaction, which serializes the writes of one
 * student. Returns the lowest version that a record can get: after a restore of the database no
 * version is used again for another payload.
 */
export async function lockStudent(db: Db, code: string): Promise<number> {
  const { rows } = await lockStudentStatement.run(db, [code])
  return rows[0]?.least ?? 0
}

/**
 * Locks several students in one sequence, as every transaction that changes several students does,
 * to avoid deadlocks.
 */
export async function lockStudents(db: Db, codes: readonly string[]): Promise<void> {
  await sql`select from student where code = any(${codes}) order by code for no key update`.execute(
    db,
  )
}

const lockStudentStatement = prepareStatement<{ least: number }>(
  'lock a student',
  `select (select coalesce(max(least_version), 0) from epoch) as least
   from student where code = $1 for no key update`,
)
