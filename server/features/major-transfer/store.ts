import type { Db } from '../../platform/database/db.ts'
import type { MajorRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/** Lists a student's applications, newest first. With `id`, returns only that application. */
export const findOwnTransfers = (db: Db, { student, id }: { student: string; id: string }) =>
  db
    .selectFrom('major_transfer')
    .innerJoin('major', 'major.code', 'major_transfer.new_major')
    .innerJoin('department', 'department.id', 'major.department_id')
    .selectAll('major_transfer')
    .select([
      'major.name as major_name',
      'department.id as department_id',
      'department.name as department_name',
    ])
    .where('student_code', '=', student)
    .$if(id !== '', (query) => query.where('major_transfer.id', '=', id))
    .orderBy('applied_at', 'desc')
    .execute()

/** Lists all majors that are not withdrawn; only those of `department`, if it is given. */
export const findMajors = (db: Db, department?: string): Promise<MajorRow[]> =>
  db
    .selectFrom('major')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .$if(department !== undefined, (query) => query.where('department_id', '=', department ?? ''))
    .orderBy('code')
    .execute()

/** Finds a major by code. */
export const findMajor = (db: Db, code: string): Promise<MajorRow | undefined> =>
  db.selectFrom('major').selectAll().where('code', '=', code).executeTakeFirst()

/** Lists all departments. */
export const findDepartments = (db: Db) =>
  db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** Counts the transfers of this student that were approved. */
export async function countTransfers(db: Db, student: string): Promise<number> {
  const approved = await db
    .selectFrom('major_transfer')
    .select('id')
    .where('student_code', '=', student)
    .where('status', '=', '1')
    .execute()
  return approved.length
}

/**
 * Inserts an application. Returns false if the student already has an application under review,
 * even if it was inserted concurrently.
 */
export async function insertTransfer(
  db: Db,
  {
    student,
    newMajor,
    reason,
    now,
  }: { student: StudentRow; newMajor: string; reason: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('major_transfer')
    .values({
      id: createSecret(),
      student_code: student.code,
      old_department: student.department,
      old_major: student.major,
      old_class: student.class_name,
      new_major: newMajor,
      reason,
      applied_at: now,
    })
    .onConflict((conflict) => conflict.column('student_code').where('status', '=', '0').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes a student's own application, if it is still under review. */
export async function updateTransfer(
  db: Db,
  {
    student,
    id,
    newMajor,
    reason,
  }: { student: string; id: string; newMajor: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('major_transfer')
    .set(({ lit, eb }) => ({ new_major: newMajor, reason, version: eb('version', '+', lit(1)) }))
    .where('id', '=', id)
    .where('student_code', '=', student)
    .where('status', '=', '0')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Withdraws a student's own application, if it is still under review. */
export async function withdrawTransfer(
  db: Db,
  { student, id }: { student: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('major_transfer')
    .where('id', '=', id)
    .where('student_code', '=', student)
    .where('status', '=', '0')
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
