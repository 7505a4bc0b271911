import type { Insertable } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery } from '../../platform/database/driver/prepared-query.ts'
import type { FormOrigin, FormTables } from '../../platform/database/schema/form-tables.ts'

/** The person who submits a form, and the origin of the submission. */
export interface FormVersionSubmitter {
  readonly origin: FormOrigin
  /** The code of the student or of the staff member. */
  readonly by: string
}

/** A submitted version of a student's form. */
export interface FormVersion<Payload> {
  readonly student: string
  readonly version: number
  readonly payload: Payload
  readonly writer: FormVersionSubmitter
  readonly now: Date
}

/** Records a version of a form; call it in the transaction that saves the form. */
export const recordFormVersion = (
  db: Db,
  form: string,
  { student: student_code, version, payload, writer, now: at }: FormVersion<unknown>,
) => {
  const { origin, by: by_code } = writer
  const row = { student_code, form, version, at, origin, by_code }
  return insertFormVersion.run(db, { ...row, words: JSON.stringify(payload) })
}

const insertFormVersion = pipelineQuery(
  'record a form version',
  (db, entry: Insertable<FormTables['form_history']>) =>
    db.insertInto('form_history').values(entry),
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
