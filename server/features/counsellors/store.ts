import { sql } from 'kysely'
import type { AbsenceRecord, ClassStudentState } from '#contract/counsellors'
import type { Db } from '../../platform/database/db.ts'
import { nameCollegeClass } from '../../platform/database/queries/class-names.ts'
import { countRows } from '../../platform/database/queries/count-rows.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import { STUDENT_LINE } from '../../platform/database/queries/student-line.ts'
import type { ExpectedStudentsParams } from '../arrivals/public.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { selectAbsence } from '../late-arrivals/public.ts'
import { selectUnfinishedStudents } from '../onboarding-progress/public.ts'
import type { ClassScope } from './class-scope.ts'

/** The new students of a scope, as the parameters of the queries of expected students. */
export const newStudentsOf = (classes: ClassScope, now: Date): ExpectedStudentsParams => ({
  cohort: 'new',
  department: '',
  building: '',
  buildingScope: 'all',
  classes,
  now,
})

const isWaiting = sql<boolean>`exists (select from late_arrival_request request
  where request.student_code = student.code and request.state = 'waiting')`
const hasNotArrived = sql<boolean>`arrival.id is null`

/**
 * Counts the students of each class. A class is named with its college if other colleges have a class of
 * this name.
 */
export async function countClasses(db: Db, classes: ClassScope, now: Date) {
  const rows = await selectExpectedStudents(db, newStudentsOf(classes, now))
    .select([
      'student.class_name as name',
      'student.department',
      sql<number>`count(*)::int`.as('expected'),
      sql<number>`count(arrival.id)::int`.as('arrived'),
      sql<number>`(count(*) filter (where ${hasNotArrived} and ${selectAbsence} is not null))::int`.as(
        'explained',
      ),
    ])
    .groupBy(['student.class_name', 'student.department'])
    .orderBy('student.class_name')
    .orderBy('student.department')
    .execute()
  return rows.map(({ department, name, ...counts }) => {
    const ofCollege = nameCollegeClass(department, name)
    const isDivided = rows.some((one) => one.name === name && one.department !== department)
    return { ...counts, name: isDivided || classes?.includes(ofCollege) ? ofCollege : name }
  })
}

/** Counts the students whose requests wait; a student has at most one that waits. */
export const countWaitingRequests = (db: Db, classes: ClassScope, now: Date): Promise<number> =>
  countRows(selectWaitingRequests(db, classes, now))

/** Selects the students whose requests wait, with their requests. */
export const selectWaitingRequests = (db: Db, classes: ClassScope, now: Date) =>
  selectExpectedStudents(db, newStudentsOf(classes, now))
    .innerJoin('late_arrival_request as request', 'request.student_code', 'student.code')
    .where('request.state', '=', 'waiting')

/** The filter of the list and of the export. */
export interface ClassFilter {
  readonly classes: ClassScope
  readonly state: ClassStudentState
  readonly step: number
  readonly now: Date
}

/** Selects the students of a filter, one row for each. */
export const selectClassStudents = (db: Db, { classes, state, step, now }: ClassFilter) =>
  selectExpectedStudents(db, newStudentsOf(classes, now))
    .$if(state === 'missing' || state === 'unexplained', (query) => query.where(hasNotArrived))
    .$if(state === 'unexplained', (query) => query.where(sql<boolean>`${selectAbsence} is null`))
    .$if(state === 'requests', (query) => query.where(isWaiting))
    .$if(state === 'arrived', (query) => query.where('arrival.id', 'is not', null))
    .$if(step > 0, (query) =>
      query.where(
        'student.code',
        'in',
        selectUnfinishedStudents(db, { ...newStudentsOf(classes, now), step }).select(
          'student.code',
        ),
      ),
    )

/** Finds a page of the students of a filter, by code. */
export const findClassStudents = (
  db: Db,
  { find, after, most, ...filter }: ClassFilter & { find: string; after: string; most: number },
) =>
  selectClassStudents(db, filter)
    .select([...STUDENT_LINE, 'scanned_at'])
    .where('student.code', '>', after)
    .$if(find !== '', (query) => query.where((e) => e.or(studentMatches('student', find))))
    .orderBy('student.code')
    .limit(most)
    .execute()

/** Finds those of these students who are in the scope, with what is needed to act on them. */
export const findStudentsInScope = (
  db: Db,
  { students, classes, now }: { students: readonly string[]; classes: ClassScope; now: Date },
) =>
  selectExpectedStudents(db, newStudentsOf(classes, now))
    .select(['student.code', 'student.phone', 'arrival.id as arrival'])
    .where('student.code', '=', (e) => e.fn.any(e.val([...students])))
    .execute()

/** Finds the records about students, newest first. */
export async function findAbsenceRecords(
  db: Db,
  students: readonly string[],
): Promise<(AbsenceRecord & { readonly student: string })[]> {
  const rows = await db
    .selectFrom('absence_reason')
    .leftJoin('staff', 'staff.code', 'absence_reason.recorded_by')
    .select((e) => [
      'student_code as student',
      sql<string>`absence_reason.id::text`.as('id'),
      'kind',
      'note',
      sql<string>`coalesce(expected_on::text, '')`.as('expectedOn'),
      'recorded_at',
      e.fn.coalesce('staff.name', 'recorded_by').as('by'),
    ])
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .orderBy('absence_reason.id', 'desc')
    .execute()
  return rows.map(({ recorded_at, ...row }) => ({ ...row, at: recorded_at.toISOString() }))
}
