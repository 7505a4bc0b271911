import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_PERIODS } from '#contract/bell-schedules'
import type { BellSchedule } from '#contract/timetable'
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

/** The student whose lessons are read. */
export interface TimetableStudent {
  readonly code: string
  readonly class_name: string
}

/** Finds the lessons of a student in a term: those of the class and of the teaching classes. */
export const findLessons = (
  db: Db,
  { student, term }: { student: TimetableStudent; term: string },
): Promise<LessonRow[]> => {
  const lessons = db
    .selectFrom('lesson')
    .selectAll()
    .where('term', '=', term)
    .where('withdrawn_at', 'is', null)
  // Two queries instead of one with `or`, so that both use an index.
  return lessons
    .where('class_name', '=', student.class_name)
    .where('teaching_class', '=', '')
    .unionAll(
      lessons.where('teaching_class', '<>', '').where('teaching_class', 'in', (e) =>
        e
          .selectFrom('teaching_class_member as member')
          .select('member.teaching_class')
          .where('member.term', '=', term)
          .where('member.withdrawn_at', 'is', null)
          .where((member) =>
            member.or([
              member('member.student_code', '=', student.code),
              member('member.class_name', '=', student.class_name),
            ]),
          ),
      ),
    )
    .orderBy('day')
    .orderBy('period')
    .orderBy('course')
    .orderBy('id')
    .execute()
}

/** The bell schedules of the campus, the earliest first; empty if the default applies. */
export async function findBellSchedules(db: Db): Promise<BellSchedule[]> {
  const rows = await db
    .selectFrom('bell_schedule')
    .select(['from_day', 'periods'])
    .where('withdrawn_at', 'is', null)
    .orderBy('from_day')
    .execute()
  return rows.map(({ from_day: from, periods }) => ({ from, periods: periods.split(',') }))
}

/** The number of periods of the longest school day. */
export async function findLongestDay(db: Db): Promise<number> {
  const schedules = await findBellSchedules(db)
  return schedules.length === 0
    ? DEFAULT_PERIODS.length
    : Math.max(...schedules.map(({ periods }) => periods.length))
}

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

/** Finds the student with this calendar key. */
export const findStudentByCalendarKey = (
  db: Db,
  key: string,
): Promise<TimetableStudent | undefined> =>
  db
    .selectFrom('calendar_key')
    .innerJoin('student', 'student.code', 'calendar_key.student_code')
    .select(['student.code', 'student.class_name'])
    .where('key_hash', '=', hashSecret(key))
    .executeTakeFirst()
