import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isInClasses } from '../../platform/database/queries/class-names.ts'

/** Lists SMS messages, newest first, before the time and id `before`. */
export const findTextMessages = (
  db: Db,
  { before, most }: { before: { at: Date; id: string } | undefined; most: number },
) =>
  db
    .selectFrom('message_out')
    .select(['id', 'created_at', 'phone', 'state', 'tries', 'fault'])
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Finds an SMS message, with the students who have its phone number. */
export const findTextMessage = (db: Db, id: string) =>
  db
    .selectFrom('message_out')
    .select((e) => [
      'message_out.phone',
      'text',
      e.fn
        .coalesce(
          e
            .selectFrom('student')
            .select(({ fn }) => fn.agg<string[]>('array_agg', ['student.code']).as('codes'))
            .whereRef('student.phone', '=', 'message_out.phone'),
          sql<string[]>`'{}'`,
        )
        .as('students'),
    ])
    .where('message_out.id', '=', id)
    .executeTakeFirst()

/** Records today's reminders of a step or a form. Returns the students who were not reminded yet. */
export async function recordReminders(
  db: Db,
  wanted: { students: readonly string[]; of: number | string; day: string; now: Date },
): Promise<string[]> {
  const { students, of, day, now } = wanted
  const [step, form] = typeof of === 'number' ? [of, ''] : [0, of]
  if (students.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    with fresh as (
      insert into reminder (student_code, step_id, form_id, day, told_at)
      select code, ${step}, ${form}, ${day}, ${now} from student
      where code = any(${[...new Set(students)]}) and withdrawn_at is null
      order by code
      on conflict do nothing returning student_code)
    select student_code as code from fresh order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/**
 * Finds the time of the last reminder of each step; with `classes`, of the students of these
 * classes.
 */
export async function findLastReminders(
  db: Db,
  classes?: readonly string[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await db
    .selectFrom('reminder')
    .where('told_at', 'is not', null)
    .$if(classes !== undefined, (query) =>
      query.where(
        sql<boolean>`student_code in (select code from student where ${isInClasses(classes ?? [])})`,
      ),
    )
    .select((e) => ['step_id', e.fn.max('told_at').as('at')])
    .groupBy('step_id')
    .execute()
  return new Map(rows.flatMap(({ step_id, at }) => (at === null ? [] : [[step_id, at]])))
}
