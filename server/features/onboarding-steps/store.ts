import { type Insertable, sql } from 'kysely'
import { isNewStudent } from '#contract/identity'
import { PAYMENT_STEP_PAGES, type OnboardingStep } from '#contract/onboarding'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery, prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import { pipelineStatement } from '../../platform/database/driver/prepared-statement.ts'
import type { DatabaseSchema, StudentRow } from '../../platform/database/schema/schema.ts'
import { selectHasFormStep, selectIsFormStep } from '../campus-form-audience/public.ts'
import { selectHasStep } from '../student-levels/public.ts'

type StepStudent = Pick<StudentRow, 'code' | 'enrolment' | 'entry_year' | 'grade'>

/** Whether this is a new student of this year, who has all steps (FLOW-12, D-28). */
export const isNewStudentAt = (
  { entry_year: entryYear, grade }: Pick<StudentRow, 'entry_year' | 'grade'>,
  now: Date,
): boolean => isNewStudent({ entryYear, gradeYear: grade, grade }, toChinaYear(now))

// Continuing students have only the payment steps (FLOW-13), and the forms that are for them.
const visible = (db: Db, who: StepStudent, now: Date) =>
  db
    .selectFrom('flow_step')
    .innerJoin('student', (join) => join.on('student.code', '=', who.code))
    .where('flow_step.withdrawn_at', 'is', null)
    .where(selectHasStep(sql<string>`${who.enrolment}::text`, 'flow_step'))
    .where(selectHasFormStep(String(toChinaYear(now)), { step: 'flow_step' }))
    .$if(!isNewStudentAt(who, now), (query) =>
      query.where((e) =>
        e.or([e('page', 'in', [...PAYMENT_STEP_PAGES]), selectIsFormStep('flow_step')]),
      ),
    )

interface StepsParams {
  readonly student: string
  readonly now: Date
  readonly enrolment: string
  readonly isNew: boolean
  readonly year: string
  /** The pages of students who are not new. */
  readonly pages: string[]
}

// The query is prepared, because the home page and every step run it.
const stepsOf = prepareQuery(
  'steps of a student',
  (db, { student, enrolment, now, isNew, year, pages }: StepsParams) =>
    db
      .selectFrom('flow_step')
      .innerJoin('student', (join) => join.on('student.code', '=', student))
      .leftJoin('step_done', (join) =>
        join
          .onRef('step_done.step_id', '=', 'flow_step.id')
          .on('step_done.student_code', '=', student),
      )
      .leftJoin('dorm_choice as lost', (join) =>
        join
          .on('needs_dorm', '=', (e) => e.lit(true))
          .on('lost.student_code', '=', student)
          .on('lost.held_until', '<=', now),
      )
      .select(['flow_step.id', 'title', 'page', 'skippable', 'done_at', 'lost.held_until as lost'])
      .select('before_pages as before')
      .select(({ fn }) => fn.coalesce('position', 'flow_step.id').as('order'))
      .where(selectHasStep(sql<string>`${enrolment}::text`, 'flow_step'))
      .where(sql<boolean>`(${isNew} or page = any(${pages}) or ${selectIsFormStep('flow_step')})`)
      .where(selectHasFormStep(year, { step: 'flow_step' }))
      .where('flow_step.withdrawn_at', 'is', null)
      .where((e) => e.or([e('opens_at', 'is', null), e('opens_at', '<=', now)]))
      .orderBy('order')
      .orderBy('flow_step.id'),
)

/**
 * Finds the steps of a student in order: all steps for a new student, the payment steps for other
 * students (FLOW-12, FLOW-13), and the forms of the campus that are for the student, without the
 * steps that the student's level does not have (D-116). The dormitory step is open again after its
 * reservation has expired.
 */
export async function findSteps(db: Db, who: StepStudent, now: Date): Promise<OnboardingStep[]> {
  const rows = await stepsOf.run(db, {
    student: who.code,
    now,
    enrolment: who.enrolment,
    isNew: isNewStudentAt(who, now),
    year: String(toChinaYear(now)),
    pages: [...PAYMENT_STEP_PAGES],
  })
  const steps = rows.map(({ done_at, lost, ...step }) => {
    const doneAt = lost === null ? done_at : null
    return { ...step, done: doneAt !== null, doneAt: doneAt?.toISOString() }
  })
  return steps.map(({ before: _before, ...step }) => {
    const needs = steps
      .filter(({ done, before, page }) => !done && page !== step.page && before.includes(step.page))
      .map(({ id }) => id)
    return { ...step, needs: needs.length === 0 ? undefined : needs }
  })
}

/** Finds the page of a step, if this student has the step. */
export const findStep = (db: Db, who: StepStudent, { id, now }: { id: number; now: Date }) =>
  visible(db, who, now)
    .select(['flow_step.id', 'page'])
    .where('flow_step.id', '=', id)
    .executeTakeFirst()

/** Marks a step as complete. If it was already complete, the first completion time stays. */
export const markStepDone = (
  db: Db,
  { student, step, now }: { student: string; step: number; now: Date },
) => insertStepDone.run(db, { student_code: student, step_id: step, done_at: now })

const insertStepDone = pipelineQuery(
  'mark a step',
  (db, done: Insertable<DatabaseSchema['step_done']>) =>
    db
      .insertInto('step_done')
      .values(done)
      .onConflict((conflict) => conflict.doNothing()),
)

/** Marks the step of a form as complete, if the given step belongs to this form (D-34). */
export const markFormStepDone = (
  db: Db,
  { student, step, page, now }: { student: string; step: string; page: string; now: Date },
) => markPageStepStatement.run(db, [student, page, now, step])

/** Marks the step of a page as complete, whatever the step's number is. */
export const markPageStepDone = (
  db: Db,
  { student, page, now }: { student: string; page: string; now: Date },
) => markPageStepStatement.run(db, [student, page, now, null])

const markPageStepStatement = pipelineStatement(
  'mark the step of a page',
  `insert into step_done (student_code, step_id, done_at)
   select $1, id, $3 from flow_step
   where page = $2 and withdrawn_at is null and ($4::text is null or id::text = $4) limit 1
   on conflict do nothing`,
)

/** Finds the number of a page's step, if the flow contains the page. */
export async function findStepOfPage(db: Db, page: string): Promise<number | undefined> {
  const own = await db
    .selectFrom('flow_step')
    .select('id')
    .where('page', '=', page)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return own?.id
}

/** Marks a step as not complete. */
export const reopenStep = (db: Db, { student, step }: { student: string; step: number }) =>
  db
    .deleteFrom('step_done')
    .where('student_code', '=', student)
    .where('step_id', '=', step)
    .execute()

/**
 * Whether the payment step is complete, because the fees are paid, are offset, or are to be paid on
 * campus.
 */
export async function isPaymentDone(db: Db, student: string): Promise<boolean> {
  return (await paymentDoneOf.run(db, { student })).length > 0
}

const paymentDoneOf = prepareQuery(
  'payment step of a student',
  (db, { student }: { student: string }) =>
    db
      .selectFrom('step_done')
      .innerJoin('flow_step', 'flow_step.id', 'step_done.step_id')
      .select('id')
      .where('student_code', '=', student)
      .where('page', '=', PAYMENT_STEP_PAGES[0]),
)

/** Marks the payment steps as complete (D-59). The step of details has no write of its own. */
export async function markPaymentDone(
  db: Db,
  { student, now }: { student: string; now: Date },
): Promise<void> {
  for (const page of PAYMENT_STEP_PAGES) await markPageStepDone(db, { student, page, now })
}

/** Marks the step of a page as not complete. */
export async function reopenPageStep(
  db: Db,
  { student, page }: { student: string; page: string },
): Promise<void> {
  const step = await findStepOfPage(db, page)
  if (step !== undefined) await reopenStep(db, { student, step })
}

/** Marks the payment steps as not complete, after a payment was taken back. */
export async function reopenPayment(db: Db, student: string): Promise<void> {
  for (const page of PAYMENT_STEP_PAGES) await reopenPageStep(db, { student, page })
}
