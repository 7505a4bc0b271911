import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'

/** The filter of applications for a major transfer. */
export interface TransferFilter {
  readonly status: string
  readonly find: string
}

/**
 * A cursor of the list of applications. Applications under review come first, the oldest of them at
 * the top.
 */
export interface TransferCursor {
  readonly decided: boolean
  readonly at: Date
  readonly id: string
}

const isDecided = sql<boolean>`major_transfer.status <> '0'`

const transfers = (db: Db) =>
  db
    .selectFrom('major_transfer')
    .innerJoin('student', 'student.code', 'major_transfer.student_code')
    .innerJoin('major', 'major.code', 'major_transfer.new_major')
    .innerJoin('department', 'department.id', 'major.department_id')
    .leftJoin('staff', 'staff.code', 'major_transfer.decided_by')
    .selectAll('major_transfer')
    .select(['student.name', 'student.number', 'student.exam_number', 'student.grade'])
    .select(['student.withdrawn_at', 'staff.name as by'])
    .select(['major.name as major_name', 'department.name as department_name'])

/** An application with its student. */
export type TransferApplicationRow = Awaited<
  ReturnType<ReturnType<typeof transfers>['executeTakeFirstOrThrow']>
>

/** Finds a page of the applications, after a cursor. */
export const findTransfers = (
  db: Db,
  { status, find }: TransferFilter,
  { after, most }: { after: TransferCursor | undefined; most: number },
): Promise<TransferApplicationRow[]> =>
  transfers(db)
    .$if(status !== '', (query) => query.where('major_transfer.status', '=', status))
    .$if(find !== '', (query) => query.where((e) => e.or(studentMatches('student', find))))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${isDecided}, major_transfer.applied_at, major_transfer.id) > (${after?.decided}, ${after?.at}::timestamptz, ${after?.id})`,
      ),
    )
    .orderBy(isDecided)
    .orderBy('major_transfer.applied_at')
    .orderBy('major_transfer.id')
    .limit(most)
    .execute()

/** Finds an application. */
export const findTransfer = (db: Db, id: string): Promise<TransferApplicationRow | undefined> =>
  transfers(db).where('major_transfer.id', '=', id).executeTakeFirst()

/** Finds an application and locks it, so that concurrent decisions are serialized. */
export const lockTransfer = (db: Db, id: string): Promise<TransferApplicationRow | undefined> =>
  transfers(db).where('major_transfer.id', '=', id).forUpdate('major_transfer').executeTakeFirst()

/**
 * Finds the classes of a major for a year of entry (`grade`): the listed classes, and the classes
 * of the students of this major and year.
 */
export const findClassesOfMajor = async (
  db: Db,
  { major, grade }: { major: string; grade: string },
): Promise<string[]> => {
  const found = await db
    .selectFrom('student')
    .select('class_name')
    .distinct()
    .where('major_code', '=', major)
    .where('grade', '=', grade)
    .where('class_name', '<>', '')
    .union(
      db
        .selectFrom('school_class')
        .select('name as class_name')
        .where('major_code', '=', major)
        .where('entry_year', '=', grade)
        .where('withdrawn_at', 'is', null),
    )
    .orderBy('class_name')
    .execute()
  return found.map(({ class_name }) => class_name)
}

/** Stores the decision of an application. */
export const saveTransferDecision = (
  db: Db,
  found: TransferApplicationRow,
  decision: { status: string; reply: string; newClass: string; staff: string; now: Date },
) =>
  db
    .updateTable('major_transfer')
    .set({
      status: decision.status,
      reply: decision.reply,
      new_class: decision.newClass,
      decided_by: decision.staff,
      decided_at: decision.now,
      version: found.version + 1,
    })
    .where('id', '=', found.id)
    .execute()

/** Whether the student has another application under review. At most one is allowed. */
export const hasOtherPendingTransfer = async (
  db: Db,
  { student_code, id }: TransferApplicationRow,
): Promise<boolean> =>
  (await db
    .selectFrom('major_transfer')
    .select('id')
    .where('student_code', '=', student_code)
    .where('status', '=', '0')
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

/** Revokes a decision: the application is under review again. */
export const revertTransferDecision = (db: Db, { id, version }: TransferApplicationRow) =>
  db
    .updateTable('major_transfer')
    .set({
      status: '0',
      reply: '',
      new_class: '',
      decided_by: null,
      decided_at: null,
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()

/** Moves the student to the department and major of the application, and to the new class. */
export const moveStudentToNewMajor = (db: Db, found: TransferApplicationRow, newClass: string) =>
  db
    .updateTable('student')
    .set({
      department: found.department_name,
      major: found.major_name,
      major_code: found.new_major,
      class_name: newClass,
    })
    .where('code', '=', found.student_code)
    .execute()
