import { sql } from 'kysely'
import { MAX_SEARCH_RESULTS } from '#contract/green-channel-review'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import { selectApplications, type GreenApplicationWithStudent } from '../green-channel/public.ts'

/** The filter of green channel applications. */
export interface ReviewFilter {
  readonly type: string
  readonly year: number
  /** The status; '' for all. */
  readonly status: string
  readonly oldest: boolean
}

/** The cursor after a page: its last application. */
export interface ApplicationCursor {
  readonly appliedAt: Date
  readonly id: string
}

/**
 * Finds a page of applications, newest or oldest first. The page begins after a cursor, or has a
 * page number.
 */
export async function findApplicationPage(
  db: Db,
  { type, year, status, oldest }: ReviewFilter,
  { size, after, offset }: { size: number; after: ApplicationCursor | undefined; offset: number },
): Promise<GreenApplicationWithStudent[]> {
  return selectApplications(db)
    .where('applied.type', '=', type)
    .where('year', '=', year)
    .$if(status !== '', (query) => query.where('applied.status', '=', status))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(applied.applied_at, applied.id) ${oldest ? sql`>` : sql`<`} (${after?.appliedAt}, ${after?.id})`,
      ),
    )
    .orderBy('applied.applied_at', oldest ? 'asc' : 'desc')
    .orderBy('applied.id', oldest ? 'asc' : 'desc')
    .limit(size)
    .$if(offset > 0, (query) => query.offset(offset))
    .execute()
}

// The largest number of students that a search matches. If a name is more frequent, the student has
// to be searched by number.
const MAX_SEARCHED_STUDENTS = 1000

/**
 * Finds the applications of students with this ID number, and of students whose number, name or
 * class begins with the text. Students are searched first, with the help of indexes, so the cost
 * does not depend on the number of applications.
 */
export async function searchApplications(
  db: Db,
  find: string,
  { type, year, status, oldest }: ReviewFilter,
): Promise<GreenApplicationWithStudent[]> {
  const students = await db
    .selectFrom('student')
    .select('code')
    .where((e) => e.or(studentMatches('student', find, { byIdCard: true })))
    .limit(MAX_SEARCHED_STUDENTS)
    .execute()
  if (students.length === 0) return []
  // Each student has at most one application for each type and year, so an index of the whole list
  // would not help.
  return selectApplications(db)
    .where(
      'applied.student_code',
      'in',
      students.map(({ code }) => code),
    )
    .where('applied.type', '=', type)
    .where('year', '=', year)
    .$if(status !== '', (query) => query.where('applied.status', '=', status))
    .orderBy(sql`applied.applied_at + interval '0'`, oldest ? 'asc' : 'desc')
    .orderBy('applied.id', oldest ? 'asc' : 'desc')
    .limit(MAX_SEARCH_RESULTS)
    .execute()
}

/** Lists the decisions of an application, newest first. */
export const findDecisions = (db: Db, application: string) =>
  db
    .selectFrom('audit_log')
    .leftJoin('staff', 'staff.id', 'audit_log.reviewer')
    .select([
      'audit_log.id',
      'decided_at',
      'reviewer',
      'staff.name',
      'from_status',
      'to_status',
      'reason',
    ])
    .where('application_id', '=', application)
    .orderBy('audit_log.id', 'desc')
    .limit(100)
    .execute()

/** The total number of applications; a trigger keeps this number up to date. */
export async function countApplications(
  db: Db,
  { type, year, status }: Pick<ReviewFilter, 'type' | 'year' | 'status'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('green_count')
    .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
    .where('type', '=', type)
    .where('year', '=', year)
    .$if(status !== '', (query) => query.where('status', '=', status))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Finds a student's applications of a type in a year. */
export const findApplicationsOfStudent = (
  db: Db,
  { student, type, year }: { student: string; type: string; year: number },
): Promise<GreenApplicationWithStudent[]> =>
  selectApplications(db)
    .where('student_code', '=', student)
    .where('applied.type', '=', type)
    .where('year', '=', year)
    .execute()

/**
 * Finds the numbers of a student who has an application. Reviewers cannot see the numbers of other
 * students.
 */
export const findApplicant = (db: Db, student: string) =>
  db
    .selectFrom('student')
    .select(['id_card', 'phone'])
    .where('code', '=', student)
    .where((e) =>
      e.exists(
        e
          .selectFrom('green_application')
          .select('id')
          .whereRef('student_code', '=', 'student.code'),
      ),
    )
    .executeTakeFirst()

/** Finds from when a student is. */
export const findStudentYears = (db: Db, student: string) =>
  db
    .selectFrom('student')
    .select(['entry_year', 'grade'])
    .where('code', '=', student)
    .executeTakeFirstOrThrow()

/** Finds an application and locks it until the transaction ends. */
export const lockApplication = (
  db: Db,
  { review, student, type, year }: { review: string; student: string; type: string; year: number },
) =>
  db
    .selectFrom('green_application')
    .selectAll()
    .where('review_id', '=', review)
    .where('student_code', '=', student)
    .where('type', '=', type)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirst()

/** Stores a decision, and appends it to the audit log of decisions. */
export async function recordDecision(
  db: Db,
  held: NonNullable<Awaited<ReturnType<typeof lockApplication>>>,
  {
    status,
    reason,
    reviewer,
    now,
  }: { status: string; reason: string; reviewer: string; now: Date },
): Promise<void> {
  const isApproved = status === '1'
  await db
    .updateTable('green_application')
    .set({
      status,
      reason,
      version: held.version + 1,
      audit_amount_fen: isApproved ? held.amount_fen : null,
    })
    .where('id', '=', held.id)
    .execute()
  await db
    .insertInto('audit_log')
    .values({
      application_id: held.id,
      student_code: held.student_code,
      reviewer,
      from_status: held.status,
      to_status: status,
      reason,
      amount_fen: held.amount_fen,
      decided_at: now,
    })
    .execute()
}
