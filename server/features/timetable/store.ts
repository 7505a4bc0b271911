import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { hashSecret } from '../../platform/sessions/secrets.ts'

/** Lists the terms that have begun, newest first. */
export const findTerms = (db: Db, today: string) =>
  db
    .selectFrom('term')
    .selectAll()
    .where('first_monday', '<=', today)
    .where('withdrawn_at', 'is', null)
    .orderBy('first_monday', 'desc')
    .execute()

/** Whether a term is in use: lessons, grades and evaluations refer to it by name. */
export const isTermUsed = (label: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from lesson where term = ${label} and withdrawn_at is null
    union all select from grade where term = ${label} and withdrawn_at is null
    union all select from taught_course where term = ${label} and withdrawn_at is null
    union all select from evaluation_period where term = ${label} and withdrawn_at is null)`

/** Finds all lessons of a class in a term. */
export const findLessons = (
  db: Db,
  { className, term }: { className: string; term: string },
): Promise<LessonRow[]> =>
  db
    .selectFrom('lesson')
    .selectAll()
    .where('class_name', '=', className)
    .where('term', '=', term)
    .where('withdrawn_at', 'is', null)
    .orderBy('day')
    .orderBy('period')
    .execute()

// The largest number of keys of a student, for several devices. If there are more, the oldest key
// is deleted.
const KEYS_AT_MOST = 5

/**
 * Stores the hash of a new key of a student's calendar. With `alone`, all other keys are deleted.
 */
export async function storeCalendarKey(
  db: Db,
  { student, key, alone, now }: { student: string; key: string; alone: boolean; now: Date },
): Promise<void> {
  const kept = db
    .selectFrom('calendar_key')
    .select('key_hash')
    .where('student_code', '=', student)
    .orderBy('created_at', 'desc')
    .limit(alone ? 0 : KEYS_AT_MOST - 1)
  await db
    .deleteFrom('calendar_key')
    .where('student_code', '=', student)
    .where('key_hash', 'not in', kept)
    .execute()
  await db
    .insertInto('calendar_key')
    .values({ key_hash: hashSecret(key), student_code: student, created_at: now })
    .execute()
}

/** Finds the class of the student with this calendar key. */
export async function findClassByCalendarKey(db: Db, key: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('calendar_key')
    .innerJoin('student', 'student.code', 'calendar_key.student_code')
    .select('student.class_name')
    .where('key_hash', '=', hashSecret(key))
    .executeTakeFirst()
  return found?.class_name
}
