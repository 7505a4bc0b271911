import { sql, type SqlBool } from 'kysely'
import type { StudentPagePart } from '#contract/student-page'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { getSubjectOfCaller } from '../../platform/sessions/session.ts'

/** The students that are searched: all, or those of some buildings. */
export type StudentScope = 'all' | readonly string[]

const PHONE_END = /^\d{4,11}$/
const RECEIPT = /^([0-9A-Z]{4})-?([0-9A-Z]{4})$/
const RECEIPTS = 100

/**
 * Finds students by code, or by the beginning of a number, of the name or of the class. The ID
 * number, the end of the phone number and a receipt number match only if the caller is allowed to
 * see them (`sees`); otherwise a caller could guess a phone number digit by digit. The students are
 * ordered by code and begin after `after`.
 */
export function searchStudents(
  db: Db,
  {
    find,
    reach,
    sees,
    after,
    most,
  }: {
    find: string
    reach: StudentScope
    sees: readonly StudentPagePart[]
    after: string
    most: number
  },
): Promise<StudentRow[]> {
  const spelled = find.toUpperCase()
  const [, first, second] = RECEIPT.exec(spelled) ?? []
  return db
    .selectFrom('student')
    .selectAll()
    .where((e) => {
      const any = studentMatches('student', find, { byIdCard: sees.includes('idCard') })
      if (sees.includes('phone') && PHONE_END.test(find))
        any.push(sql<SqlBool>`reverse(phone) like ${`${[...find].reverse().join('')}%`}`)
      if (sees.includes('receipts') && first !== undefined)
        any.push(
          e(
            'code',
            'in',
            e
              .selectFrom('idempotency')
              .select(
                sql<string>`substr(subject, ${getSubjectOfCaller('student', '').length + 1}::int)`.as(
                  'code',
                ),
              )
              .where('receipt', '=', `${first}-${second}`)
              .where('subject', 'like', `${getSubjectOfCaller('student', '')}%`),
          ),
        )
      return e.or(any)
    })
    .$if(reach !== 'all', (query) =>
      query.where('code', 'in', (e) =>
        e
          .selectFrom('dorm_place')
          .select('student_code')
          .where('building', '=', (is) => is.fn.any(is.val(reach === 'all' ? [] : [...reach]))),
      ),
    )
    .where('code', '>', after)
    .orderBy('code')
    .limit(most)
    .execute()
}

/** Finds a student by code. */
export const findStudent = (db: Db, code: string): Promise<StudentRow | undefined> =>
  db.selectFrom('student').selectAll().where('code', '=', code).executeTakeFirst()

/** Lists the receipts of a student, newest first. */
export const findReceiptsOfStudent = (db: Db, student: string) =>
  db
    .selectFrom('idempotency')
    .select(['receipt', 'form', 'created_at as at'])
    .where('subject', '=', getSubjectOfCaller('student', student))
    .where('receipt', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(RECEIPTS)
    .execute()

/** Finds the stored responses of a student's submissions, by key. */
export async function findStoredResponses(
  db: Db,
  { student, keys }: { student: string; keys: readonly string[] },
) {
  const rows = await db
    .selectFrom('idempotency')
    .select(['form', 'key', 'body_hash as hash', 'receipt', 'created_at as at'])
    .where('subject', '=', getSubjectOfCaller('student', student))
    .where('key', '=', (e) => e.fn.any(e.val([...keys])))
    .execute()
  return (form: string, key: string) => rows.find((one) => one.form === form && one.key === key)
}

/** Sets or clears a student's admission. Returns whether it was changed. */
export async function setStudentAdmitted(
  db: Db,
  { student, at }: { student: string; at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('student')
    .set({ checked_in_at: at })
    .where('code', '=', student)
    .where('checked_in_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets or clears a student's withdrawal. Returns whether it was changed. */
export async function setStudentWithdrawn(
  db: Db,
  { student, at }: { student: string; at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('student')
    .set({ withdrawn_at: at })
    .where('code', '=', student)
    .where('withdrawn_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
