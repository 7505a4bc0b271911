import type { Text } from '#i18n/translate'
import type { Db } from '../database/db.ts'
import { prepareStatement } from '../database/driver/prepared-statement.ts'
import { type HandlerRequest, succeed, type HandlerResult, refuse } from '../http/handler.ts'

/**
 * How one form's record is versioned: its name in the tag, how it is found, and how it is written
 * over.
 */
export interface VersionedForm<Stored> {
  readonly form: string
  readonly find: () => Promise<Stored | undefined>
  /**
   * Store it as this version over what was stored; called only when the caller saw that. Answers
   * why not, if it did not.
   */
  readonly save: (version: number, stored: Stored | undefined) => Promise<Text | undefined>
}

/** The tag of a form's version: "family-3"; "family-0" when there is no record. */
export const versionTag = (form: string, version: number): string => `${form}-${version}`

/**
 * Write a student's form over the version that its writer saw (any version when none is named). The
 * writes of one student follow one another, also the first two of a form, which have no row of
 * their own to lock.
 */
export async function writeVersion<Stored extends { readonly version: number }>(
  {
    db,
    student,
    ifMatch,
  }: Pick<HandlerRequest<unknown>, 'db' | 'ifMatch'> & { student: { code: string } },
  { form, find, save }: VersionedForm<Stored>,
): Promise<HandlerResult<Record<never, never>>> {
  const least = await lockStudent(db, student.code)
  const stored = await find()
  const version = stored?.version ?? 0
  if (ifMatch !== undefined && ifMatch !== versionTag(form, version))
    return { type: 'stale', etag: versionTag(form, version) }
  const next = Math.max(version + 1, least)
  const why = await save(next, stored)
  return why === undefined ? succeed({}, versionTag(form, next)) : refuse(why)
}

/**
 * The writes of one student follow one another from here on. Answers the least version that a record
 * may get now: after a restoration no version is used again for another payload.
 */
export async function lockStudent(db: Db, code: string): Promise<number> {
  const { rows } = await lockStudentStatement.run(db, [code])
  return rows[0]?.least ?? 0
}

const lockStudentStatement = prepareStatement<{ least: number }>(
  'lock a student',
  `select (select coalesce(max(least_version), 0) from epoch) as least
   from student where code = $1 for no key update`,
)
