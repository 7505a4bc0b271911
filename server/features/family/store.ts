import type { Details } from '#contract/details'
import type { Household } from '#contract/household'
import type { Db } from '../../platform/database/database.ts'
import { noteForm, type Writer } from '../forms/face.ts'

/** A student's stored household, with its version. */
export async function findHousehold(
  db: Db,
  student: string,
): Promise<{ household: Household; version: number } | undefined> {
  const row = await db
    .selectFrom('household')
    .selectAll()
    .where('student_code', '=', student)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const household: Household = {
    student: row.student_code,
    step: row.step,
    phone: row.phone,
    nativePlace: row.native_place,
    originPlace: row.origin_place,
    householdType: row.household_type,
    willing: row.willing,
    // A member without an id gets one that is made of the version and the place in the list.
    members: row.members.map((member, at) => ({
      ...member,
      memberId: member.memberId ?? memberIdOf(row.version, at),
    })),
  }
  return { household, version: row.version }
}

/**
 * The id of who stood first in this version, at this place; no later version gives it to anybody
 * else.
 */
const memberIdOf = (version: number, at: number) => `${version}.${at}`

/** Store a household as this version. */
export async function saveHousehold(
  db: Db,
  {
    household,
    student,
    version,
    writer,
    now,
  }: { household: Household; student: string; version: number; writer: Writer; now: Date },
): Promise<void> {
  const values = {
    step: household.step,
    phone: household.phone,
    native_place: household.nativePlace,
    origin_place: household.originPlace,
    household_type: household.householdType,
    willing: household.willing,
    members: JSON.stringify(
      household.members.map((member, at) => ({
        ...member,
        memberId: member.memberId ?? memberIdOf(version, at),
      })),
    ),
    version,
    updated_at: now,
  }
  await db
    .insertInto('household')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  await noteForm(db, { student, form: 'family', version, words: household, writer, now })
}

/** A student's personal details. */
export const findDetails = (db: Db, student: string) =>
  db
    .selectFrom('personal_details')
    .select(['name', 'wechat', 'email', 'phone', 'members'])
    .where('student_code', '=', student)
    .executeTakeFirst()

/** Store a student's personal details as this version; the caller has locked the student. */
export async function saveDetails(
  db: Db,
  {
    details,
    student,
    version,
    writer,
    now,
  }: { details: Details; student: string; version: number; writer: Writer; now: Date },
): Promise<void> {
  const values = {
    name: details.name,
    wechat: details.wechat,
    email: details.email,
    phone: details.phone,
    members: JSON.stringify(details.members),
    updated_at: now,
  }
  await db
    .insertInto('personal_details')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  // The code proved the phone in that moment; it is no word of the form.
  const { code: _code, ...words } = details
  await noteForm(db, { student, form: 'details', version, words, writer, now })
}
