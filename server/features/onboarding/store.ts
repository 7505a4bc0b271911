import type { Step } from '#contract/onboarding'
import type { Db } from '../../platform/database.ts'
import type { StudentRow } from '../../platform/schema.ts'

type Who = Pick<StudentRow, 'code' | 'enrolment'>

// Postgraduates choose no dormitory (D-116).
const visible = (db: Db, { enrolment }: Who) =>
  db.selectFrom('flow_step').$if(enrolment === '1', (query) => query.where('needs_dorm', '=', false))

/** The steps of a student in their order. */
export async function findSteps(db: Db, who: Who): Promise<Step[]> {
  const rows = await visible(db, who)
    .leftJoin('step_done', (join) =>
      join.onRef('step_done.step_id', '=', 'flow_step.id').on('step_done.student_code', '=', who.code),
    )
    .select(['flow_step.id', 'title', 'page', 'skippable', 'done_at'])
    .orderBy('flow_step.id')
    .execute()
  return rows.map(({ done_at, ...step }) => ({ ...step, done: done_at !== null, doneAt: done_at?.toISOString() }))
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
