import { sql } from 'kysely'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { selectExpectedStudents, type ExpectedStudentsParams } from '../arrivals/public.ts'
import { selectHasFormStep } from '../campus-form-audience/public.ts'
import { selectHasStep } from '../student-levels/public.ts'

/**
 * Selects each student with each of the student's steps, and whether the step is complete.
 * A level has its own steps, a form is a step of those for whom it is, and an expired reservation does
 * not count (the rules of `onboarding-steps`).
 */
export const selectStudentSteps = (db: Db, wanted: ExpectedStudentsParams) =>
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

/** The parameters of the queries of all students. */
export const allStudents = (now: Date): ExpectedStudentsParams => ({
  cohort: 'all',
  department: '',
  building: '',
  buildingScope: 'all',
  now,
})
