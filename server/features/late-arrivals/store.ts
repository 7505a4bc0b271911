import { sql } from 'kysely'
import type { Absence } from '#contract/late-arrivals'
import type { Db } from '../../platform/database/db.ts'
import { nameCollegeClass } from '../../platform/database/queries/class-names.ts'
import type { AbsenceReasonRow } from '../../platform/database/schema/checkin-tables.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/**
 * The recorded reason why a student has not arrived, in SQL, for queries on the table `student`;
 * null if none applies.
 */
export const selectAbsence = sql<Absence | null>`(
  select case when kind = 'none' then null
    else jsonb_build_object('kind', kind, 'expectedOn', coalesce(expected_on::text, '')) end
  from absence_reason where student_code = student.code order by id desc limit 1)`

const requests = (db: Db) =>
  db
    .selectFrom('late_arrival_request')
    .select([
      'id',
      'student_code',
      'reason',
      sql<string>`expected_on::text`.as('expected_on'),
      'requested_at',
      'state',
      'answer',
    ])

/** A request as read. */
export type RequestRow = Awaited<ReturnType<typeof findRequests>>[number]

/** Finds the requests of students, newest first. */
export const findRequests = (db: Db, students: readonly string[]) =>
  requests(db)
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()

/** Finds a request and locks it until the transaction ends. */
export const lockRequest = (db: Db, id: string) =>
  requests(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** Whether a student has arrived. */
export async function hasArrived(db: Db, student: string): Promise<boolean> {
  const found = await db
    .selectFrom('arrival')
    .select('id')
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Stores a request, or replaces the one that waits. A replaced request has a new id, so that nobody
 * answers what they have not read. Returns whether none waited.
 */
export async function saveRequest(
  db: Db,
  {
    student,
    reason,
    expectedOn,
    now,
  }: { student: string; reason: string; expectedOn: string; now: Date },
): Promise<boolean> {
  const { isNew } = await db
    .insertInto('late_arrival_request')
    .values({
      id: createSecret(),
      student_code: student,
      reason,
      expected_on: expectedOn,
      requested_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('student_code')
        .where('state', '=', 'waiting')
        .doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          reason,
          expected_on: expectedOn,
        })),
    )
    // An inserted row has no transaction that has updated it.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}

/** Withdraws a waiting request of a student. Returns whether there was one. */
export async function withdrawRequest(db: Db, student: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('late_arrival_request')
    .set({ state: 'withdrawn' })
    .where('id', '=', id)
    .where('student_code', '=', student)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Counts the requests that a student has made since a time. */
export async function countRequestsSince(db: Db, student: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('late_arrival_request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('student_code', '=', student)
    .where('requested_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores the answer to a request. */
export const storeAnswer = (
  db: Db,
  {
    id,
    ...answer
  }: {
    id: string
    state: 'granted' | 'refused'
    answer: string
    answered_by: string
    answered_at: Date
  },
) => db.updateTable('late_arrival_request').set(answer).where('id', '=', id).execute()

/** Adds a record to the history of a student. */
export const addAbsence = (db: Db, record: Omit<AbsenceReasonRow, 'id'>) =>
  db.insertInto('absence_reason').values(record).execute()

/** Finds the counsellors of a student whose accounts are open. */
export async function findCounsellorsOfStudent(
  db: Db,
  student: Pick<StudentRow, 'department' | 'class_name'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_class')
    .innerJoin('staff', 'staff.code', 'staff_class.staff_code')
    .innerJoin('staff_role', 'staff_role.staff_code', 'staff.code')
    .select('staff.code')
    .distinct()
    .where('staff_class.class_name', 'in', [
      student.class_name,
      nameCollegeClass(student.department, student.class_name),
    ])
    .where('staff_role.role', '=', 'counsellor')
    .where('staff.closed_at', 'is', null)
    .execute()
  return rows.map(({ code }) => code)
}
