import type { Db } from '../../platform/database/db.ts'
import { pipelineStatement } from '../../platform/database/driver/prepared-statement.ts'
import type { FormOrigin } from '../../platform/database/schema/form-tables.ts'

/** The person who submits a form, and the origin of the submission. */
export interface FormVersionSubmitter {
  readonly origin: FormOrigin
  /** The code of the student or of the staff member. */
  readonly by: string
}

/** A version of a form in its history. */
interface FormHistoryEntry {
  readonly student: string
  readonly form: string
  readonly version: number
  readonly payload: unknown
  readonly writer: FormVersionSubmitter
  readonly now: Date
}

/** Records a version of a form; call it in the transaction that saves the form. */
export const recordFormVersion = (
  db: Db,
  { student, form, version, payload, writer, now }: FormHistoryEntry,
) =>
  recordFormVersionStatement.run(db, [
    student,
    form,
    version,
    now,
    writer.origin,
    writer.by,
    JSON.stringify(payload),
  ])

const recordFormVersionStatement = pipelineStatement(
  'record a form version',
  `insert into form_history (student_code, form, version, at, origin, by_code, words)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Determines the next version of a form whose own table has no version column. */
export async function nextFormVersion(db: Db, student: string, form: string): Promise<number> {
  const { last } = await db
    .selectFrom('form_history')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('student_code', '=', student)
    .where('form', '=', form)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Finds the recorded versions of a student's forms, newest first. */
export const findFormHistory = (db: Db, student: string, most: number) =>
  db
    .selectFrom('form_history as line')
    .leftJoin('staff', (join) =>
      join.onRef('staff.code', '=', 'line.by_code').on('line.origin', '<>', 'phone'),
    )
    .select(['line.id', 'form', 'version', 'at', 'origin', 'by_code as by', 'words'])
    .select('staff.name as byName')
    .where('student_code', '=', student)
    .orderBy('line.id', 'desc')
    .limit(most)
    .execute()
