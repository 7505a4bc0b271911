import { PAYMENT_STEPS, type Step } from '#contract/onboarding'
import type { Db } from '../../platform/database.ts'
import type { StudentRow } from '../../platform/schema.ts'

type Who = Pick<StudentRow, 'code' | 'enrolment'>

// Postgraduates choose no dormitory (D-116).
const visible = (db: Db, { enrolment }: Who) =>
  db.selectFrom('flow_step').$if(enrolment === '1', (query) => query.where('needs_dorm', '=', false))

/** The steps of a student in their order. The dormitory's is open again once its hold has run out. */
export async function findSteps(db: Db, who: Who, now: Date): Promise<Step[]> {
  const rows = await visible(db, who)
    .leftJoin('step_done', (join) =>
      join.onRef('step_done.step_id', '=', 'flow_step.id').on('step_done.student_code', '=', who.code),
    )
    .leftJoin('dorm_choice as lost', (join) =>
      join.on('needs_dorm', '=', true).on('lost.student_code', '=', who.code).on('lost.held_until', '<=', now),
    )
    .select(['flow_step.id', 'title', 'page', 'skippable', 'done_at', 'lost.held_until as lost'])
    .orderBy('flow_step.id')
    .execute()
  return rows.map(({ done_at, lost, ...step }) => {
    const doneAt = lost === null ? done_at : null
    return { ...step, done: doneAt !== null, doneAt: doneAt?.toISOString() }
  })
}

/** The page of a step, if this student has that step. */
export const findStep = (db: Db, who: Who, id: number) =>
  visible(db, who).select(['flow_step.id', 'page']).where('flow_step.id', '=', id).executeTakeFirst()

/** Mark a step complete; the first time counts. */
export const markDone = (db: Db, { student, step, now }: { student: string; step: number; now: Date }) =>
  db
    .insertInto('step_done')
    .values({ student_code: student, step_id: step, done_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Mark the step of a form complete, if the step it names is the form's own (D-34). */
export async function markDoneByPage(
  db: Db,
  { student, step, page, now }: { student: string; step: string; page: string; now: Date },
): Promise<void> {
  const own = await db.selectFrom('flow_step').select('id').where('page', '=', page).executeTakeFirst()
  if (own !== undefined && String(own.id) === step) await markDone(db, { student, step: own.id, now })
}

/** Mark the step of a page complete, whichever number it has. */
export async function markPageDone(db: Db, { student, page, now }: { student: string; page: string; now: Date }): Promise<void> {
  const own = await db.selectFrom('flow_step').select('id').where('page', '=', page).executeTakeFirst()
  if (own !== undefined) await markDone(db, { student, step: own.id, now })
}

/** Take a step's completion back. */
export const unmark = (db: Db, { student, step }: { student: string; step: number }) =>
  db.deleteFrom('step_done').where('student_code', '=', student).where('step_id', '=', step).execute()

/** What a student owes, in fen. */
export async function owedFen(db: Db, student: string): Promise<number> {
  const { due, paid } = await db
    .selectFrom('charge')
    .select(({ fn }) => [fn.sum('due_fen').as('due'), fn.sum('paid_fen').as('paid')])
    .where('student_code', '=', student)
    .executeTakeFirstOrThrow()
  return Number(due ?? 0) - Number(paid ?? 0)
}

/** Is payment behind this student: its step is done, or nothing is owed? */
export async function isPaymentDone(db: Db, student: string): Promise<boolean> {
  const done = await db
    .selectFrom('step_done')
    .innerJoin('flow_step', 'flow_step.id', 'step_done.step_id')
    .select('id')
    .where('student_code', '=', student)
    .where('page', '=', PAYMENT_STEPS[0])
    .executeTakeFirst()
  return done !== undefined || (await owedFen(db, student)) <= 0
}

/** Has any payment of the year succeeded (D-49)? */
export async function hasPaid(db: Db, { student, year }: { student: string; year: number }): Promise<boolean> {
  const paid = await db
    .selectFrom('charge')
    .select('id')
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('paid_fen', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
