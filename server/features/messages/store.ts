import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Texts, newest first, from before the moment and id `before` on. */
export const findTexts = (
  db: Db,
  { before, most }: { before: { at: Date; id: string } | undefined; most: number },
) =>
  db
    .selectFrom('message_out')
    .select(['id', 'created_at', 'phone', 'text', 'state', 'tries', 'fault'])
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Note who is reminded today. Answers those who were not yet, with their phones. */
export async function noteReminders(
  db: Db,
  { students, day }: { students: readonly string[]; day: string },
): Promise<{ code: string; phone: string }[]> {
  if (students.length === 0) return []
  const { rows } = await sql<{ code: string; phone: string }>`
    with fresh as (
      insert into reminder (student_code, day)
      select code, ${day} from student where code = any(${[...new Set(students)]}) and withdrawn_at is null
      order by code
      on conflict do nothing returning student_code)
    select code, phone from student join fresh on student_code = code order by code`.execute(db)
  return rows
}
