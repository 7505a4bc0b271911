import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'

/** Finds a student by code. */
export const findStudentByCode = (db: Db, code: string): Promise<StudentRow | undefined> =>
  db.selectFrom('student').selectAll().where('code', '=', code).executeTakeFirst()
