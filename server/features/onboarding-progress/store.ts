import { sql } from 'kysely'
import type { Absence } from '#contract/late-arrivals'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { selectExpectedStudents, type ExpectedStudentsParams } from '../arrivals/public.ts'
import { selectHasFormStep } from '../campus-form-audience/public.ts'
import { selectAbsence } from '../late-arrivals/public.ts'
import { selectHasStep } from '../student-levels/public.ts'

/**
 * Selects each student with each of the student's steps, and whether the step is complete.
 * A level has its own steps, a form is a step of those for whom it is, and an expired reservation does
 * not count (the rules of `onboarding-steps`).
 */
const selectStudentSteps = (db: Db, wanted: ExpectedStudentsParams) =>
  selectExpectedStudents(db, wanted)
    .innerJoin('flow_step as step', (join) =>
      join
        .on('step.withdrawn_at', 'is', null)
        .on(selectHasStep(sql.ref('student.enrolment'), 'step'))
        .on(selectHasFormStep(String(toChinaYear(wanted.now)), { step: 'step' })),
    )
    .leftJoin('step_done as done', (join) =>
      join
        .onRef('done.student_code', '=', 'student.code')
        .onRef('done.step_id', '=', 'step.id')
        .on((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('dorm_choice as lost')
                .select('lost.type_id')
                .whereRef('lost.student_code', '=', 'student.code')
                .where('step.needs_dorm', '=', true)
                .where('lost.held_until', '<=', wanted.now),
            ),
          ),
        ),
    )

/**
 * Counts, for each step, the students who have this step and the students who have completed it.
 */
export const countSteps = (db: Db, wanted: ExpectedStudentsParams) =>
  selectStudentSteps(db, wanted)
    .select([
      'step.id as step',
      'step.title',
      sql<number>`count(*)::int`.as('expected'),
      sql<number>`count(done.step_id)::int`.as('done'),
    ])
    .groupBy(['step.id', 'step.title'])
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
  selectStudentSteps(db, {
    cohort: 'all',
    department: '',
    building: '',
    buildingScope: 'all',
    now,
  }).where('done.step_id', 'is', null)

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
    .select((e) => [
      'student.code as student',
      e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
      'student.name',
      'student.department',
      'student.class_name as className',
      sql<Absence | null>`case when arrival.id is null then ${selectAbsence} end`.as('absence'),
    ])
    .where('student.code', '>', after)
    .orderBy('student.code')
    .limit(most)
    .execute()

/** Finds the codes of all students who have not completed a step. */
export async function findUnfinishedStudentCodes(
  db: Db,
  wanted: ExpectedStudentsParams & { step: number },
): Promise<string[]> {
  const rows = await selectUnfinishedStudents(db, wanted)
    .select('student.code')
    .orderBy('student.code')
    .execute()
  return rows.map(({ code }) => code)
}
