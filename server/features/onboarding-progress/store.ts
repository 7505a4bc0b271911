import { sql } from 'kysely'
import type { Absence } from '#contract/late-arrivals'
import type { Db } from '../../platform/database/db.ts'
import { STUDENT_LINE } from '../../platform/database/queries/student-line.ts'
import { selectExpectedStudents, type ExpectedStudentsParams } from '../arrivals/public.ts'
import { allStudents, selectStudentSteps } from '../audiences/public.ts'
import { selectAbsence } from '../late-arrivals/public.ts'

/**
 * Counts, for each step in order, the students who have this step and the students who have completed
 * it.
 */
export const countSteps = (db: Db, wanted: ExpectedStudentsParams) =>
  selectStudentSteps(db, wanted)
    .select([
      'step.id as step',
      sql<number>`coalesce(step.position, step.id)`.as('position'),
      'step.title',
      sql<number>`count(*)::int`.as('expected'),
      sql<number>`count(done.step_id)::int`.as('done'),
    ])
    .groupBy(['step.id', 'step.position', 'step.title'])
    .orderBy((e) => e.fn.coalesce('step.position', 'step.id'))
    .orderBy('step.id')
    .execute()

/** Finds the steps that are not withdrawn, in their order. */
export const findCurrentSteps = (db: Db) =>
  db
    .selectFrom('flow_step')
    .select(['id', 'title'])
    .where('withdrawn_at', 'is', null)
    .orderBy((e) => e.fn.coalesce('position', 'id'))
    .orderBy('id')
    .execute()

/**
 * Selects the students with their steps: an object from the number of a step to the time of its
 * completion, null if it is not completed. It has no key of a step that a student does not have.
 */
export const selectStudentProgress = (db: Db, wanted: ExpectedStudentsParams) => {
  const steps = selectStudentSteps(db, wanted)
    .select([
      'student.code',
      sql<Record<string, string | null>>`jsonb_object_agg(step.id, done.done_at)`.as('steps'),
    ])
    .groupBy('student.code')
  return selectExpectedStudents(db, wanted)
    .leftJoin(steps.as('progress'), 'progress.code', 'student.code')
    .select('progress.steps')
}

/** Selects every step that a student has not completed, for all students. */
export const selectUnfinishedSteps = (db: Db, now: Date) =>
  selectStudentSteps(db, allStudents(now)).where('done.step_id', 'is', null)

/** Selects the students who have not completed a step. */
export const selectUnfinishedStudents = (
  db: Db,
  { step, ...wanted }: ExpectedStudentsParams & { step: number },
) => selectStudentSteps(db, wanted).where('step.id', '=', step).where('done.step_id', 'is', null)

/** Finds a page of the students who have not completed a step, by code. */
export const findUnfinishedStudents = (
  db: Db,
  {
    after,
    most,
    ...wanted
  }: ExpectedStudentsParams & { step: number; after: string; most: number },
) =>
  selectUnfinishedStudents(db, wanted)
    .select([
      ...STUDENT_LINE,
      sql<Absence | null>`case when arrival.id is null then ${selectAbsence} end`.as('absence'),
    ])
    .where('student.code', '>', after)
    .orderBy('student.code')
    .limit(most)
    .execute()
