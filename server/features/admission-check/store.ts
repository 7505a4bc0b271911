import { sql } from 'kysely'
import type { AdmissionFilter, AdmissionState, CheckedStudent } from '#contract/admission-check'
import { listIdNumberSpellings } from '#contract/id-document'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { selectIsFeeYearCovered, selectOwedFen } from '../charges/public.ts'
import { selectUnfinishedSteps } from '../onboarding-progress/public.ts'

interface ListParams extends AdmissionFilter {
  readonly state: AdmissionState
  readonly now: Date
}

const code = sql<string>`student.code`

const selectStudents = (
  db: Db,
  { state, withPapers, withFees, withSteps, className = '', now, ...filter }: ListParams,
) =>
  selectExpectedStudents(db, { ...filter, buildingScope: 'all', now })
    .where('student.checked_in_at', state === 'checked' ? 'is not' : 'is', null)
    .$if(className !== '', (query) =>
      query.where('student.class_name', 'like', `${escapeLike(className)}%`),
    )
    .$if(withPapers, (query) =>
      query.where(
        sql<boolean>`not exists (select from admission_paper paper where paper.is_required
          and paper.withdrawn_at is null and not exists (select from admission_paper_received received
            where received.student_code = student.code and received.paper_id = paper.id))`,
      ),
    )
    .$if(withFees, (query) => query.where(selectIsFeeYearCovered(code, toChinaYear(now), now)))
    .$if(withSteps, (query) =>
      query.where('student.code', 'not in', selectUnfinishedSteps(db, now).select('student.code')),
    )

/** Counts the students of a filter and state. */
export async function countStudents(db: Db, params: ListParams): Promise<number> {
  const { count } = await selectStudents(db, params)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds a page of the students of a filter and state, by code, with what is missing of each. */
export async function findStudents(
  db: Db,
  { after, most, ...params }: ListParams & { after: string; most: number },
): Promise<CheckedStudent[]> {
  const rows = await selectStudents(db, params)
    .select('student.code')
    .where('student.code', '>', after)
    .orderBy('student.code')
    .limit(most)
    .execute()
  return findMissing(
    db,
    rows.map((row) => row.code),
    params.now,
  )
}

/** Locks the students of a filter and state, and returns their codes. */
export async function lockStudentsOfFilter(db: Db, params: ListParams): Promise<string[]> {
  const rows = await selectStudents(db, params)
    .select('student.code')
    .orderBy('student.code')
    .forUpdate('student')
    .execute()
  return rows.map((row) => row.code)
}

/** Sets the check of these students. */
export const checkStudents = (db: Db, codes: readonly string[], now: Date) =>
  db
    .updateTable('student')
    .set({ checked_in_at: now })
    .where('code', '=', (e) => e.fn.any(e.val([...codes])))
    .execute()

/** Selects the students of a filter and state for the export. */
export const selectExportedStudents = (db: Db, params: ListParams) =>
  selectStudents(db, params).select([
    'student.code as key',
    'student.number',
    'student.exam_number',
    'student.name',
    'student.department',
    'student.class_name',
    'student.checked_in_at',
    selectOwedFen(code, toChinaYear(params.now), params.now).as('owed'),
    sql<string>`(${sql.raw(MISSING_PAPERS)})`.as('papers'),
    sql<string | null>`(select string_agg(open.title, '、' order by open.id)
      from ${selectUnfinishedSteps(db, params.now).select(['student.code', 'step.id', 'step.title'])} as open
      where open.code = student.code)`.as('steps'),
  ])

const MISSING_PAPERS = `select string_agg(paper.name, '、' order by paper.position, paper.id)
  from admission_paper paper where paper.is_required and paper.withdrawn_at is null
  and not exists (select from admission_paper_received received
    where received.student_code = student.code and received.paper_id = paper.id)`

/** Describes these students with what is missing of each, by code. */
export async function findMissing(
  db: Db,
  codes: readonly string[],
  now: Date,
): Promise<CheckedStudent[]> {
  if (codes.length === 0) return []
  const students = await db
    .selectFrom('student')
    .select((e) => [
      'code as student',
      e.fn.coalesce('number', 'exam_number', e.val('')).as('number'),
      'name',
      'department',
      'class_name as className',
      'checked_in_at',
      selectOwedFen(code, toChinaYear(now), now).as('owed'),
      sql<string[]>`array(select paper.name from admission_paper paper where paper.is_required
        and paper.withdrawn_at is null and not exists (select from admission_paper_received received
          where received.student_code = student.code and received.paper_id = paper.id)
        order by paper.position, paper.id)`.as('papers'),
    ])
    .where('code', 'in', codes)
    .orderBy('code')
    .execute()
  const open = await selectUnfinishedSteps(db, now)
    .select(['student.code', 'step.title'])
    .where('student.code', 'in', codes)
    .orderBy('step.id')
    .execute()
  return students.map(({ checked_in_at: at, ...student }) => ({
    ...student,
    checkedAt: at?.toISOString() ?? '',
    steps: open.flatMap((step) => (step.code === student.student ? [step.title] : [])),
  }))
}

/** Lists the papers that students hand in. */
export const findPapers = (db: Db) =>
  db
    .selectFrom('admission_paper')
    .select(['id', 'name', 'is_required as isRequired'])
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Finds the ids of the papers that these students have handed in. */
export const findReceivedPapers = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('admission_paper_received')
    .select(['student_code as student', 'paper_id as paper'])
    .where('student_code', '=', (e) => e.fn.any(e.val([...codes])))
    .execute()

/**
 * Finds the students with exactly this student, exam or ID number, at most five. The rows have the
 * numbers, so that the audit log masks a search by ID number only.
 */
export function findByNumber(db: Db, find: string) {
  const spelled = [find, find.toUpperCase()]
  return db
    .selectFrom('student')
    .select(['code', 'number', 'exam_number', 'id_card', 'withdrawn_at'])
    .where((e) =>
      e.or([
        e('number', 'in', spelled),
        e('exam_number', 'in', spelled),
        e('id_card', 'in', listIdNumberSpellings(find)),
      ]),
    )
    .orderBy('code')
    .limit(5)
    .execute()
}

/** Stores papers that a student has handed in or got back; papers that stay keep their time. */
export async function updateReceivedPapers(
  db: Db,
  {
    student,
    added,
    removed,
    staff,
    now,
  }: {
    student: string
    added: readonly string[]
    removed: readonly string[]
    staff: string
    now: Date
  },
): Promise<void> {
  await db
    .deleteFrom('admission_paper_received')
    .where('student_code', '=', student)
    .where('paper_id', '=', (e) => e.fn.any(e.val([...removed])))
    .execute()
  if (added.length === 0) return
  await db
    .insertInto('admission_paper_received')
    .values(
      added.map((paper_id) => ({
        student_code: student,
        paper_id,
        staff_code: staff,
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks a student's row and returns the state of the check; undefined for an unknown code. */
export const lockStudentCheck = (db: Db, student: string) =>
  db
    .selectFrom('student')
    .select(['checked_in_at', 'withdrawn_at'])
    .where('code', '=', student)
    .forUpdate()
    .executeTakeFirst()

/** Sets or clears a student's check. */
export const setChecked = (db: Db, { student, at }: { student: string; at: Date | null }) =>
  db.updateTable('student').set({ checked_in_at: at }).where('code', '=', student).execute()
