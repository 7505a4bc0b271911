import type { FamilyHousehold } from '#contract/family-household'
import type { PersonalDetails } from '#contract/personal-details'
import type { Db } from '../../platform/database/db.ts'
import {
  pipelineStatement,
  prepareStatement,
} from '../../platform/database/driver/prepared-statement.ts'
import { recordFormVersion, type FormVersionSubmitter } from '../student-forms/public.ts'

/** Finds a student's household with its version. */
export async function findHousehold(
  db: Db,
  student: string,
): Promise<{ household: FamilyHousehold; version: number } | undefined> {
  const [row] = (await householdQuery.run(db, [student])).rows
  if (row === undefined) return undefined
  const { version, ...household } = row
  // A member without an id gets one derived from the version and the position in the list.
  const members = row.members.map((member, at) => ({
    ...member,
    memberId: member.memberId ?? memberIdOf(version, at),
  }))
  return { household: { ...household, members }, version }
}

const householdQuery = prepareStatement<FamilyHousehold & { version: number }>(
  'household of a student',
  `select student_code as student, step, phone, native_place as "nativePlace", origin_place as "originPlace",
     household_type as "householdType", willing, members, version
   from household where student_code = $1`,
)

/**
 * The id of a member who first appeared in this version at this position. It is never used again.
 */
const memberIdOf = (version: number, at: number) => `${version}.${at}`

/** Stores a household as this version. */
export async function saveHousehold(
  db: Db,
  {
    household,
    student,
    version,
    writer,
    now,
  }: {
    household: FamilyHousehold
    student: string
    version: number
    writer: FormVersionSubmitter
    now: Date
  },
): Promise<void> {
  const { step, phone, nativePlace, originPlace, householdType, willing } = household
  const members = household.members.map((member, at) => ({
    ...member,
    memberId: member.memberId ?? memberIdOf(version, at),
  }))
  const who = [student, step, phone, nativePlace, originPlace, householdType]
  await storeHouseholdStatement.run(db, [...who, willing, JSON.stringify(members), version, now])
  await recordFormVersion(db, { student, form: 'family', version, payload: household, writer, now })
}

const storeHouseholdStatement = pipelineStatement(
  'store a household',
  `insert into household (student_code, step, phone, native_place, origin_place,
     household_type, willing, members, version, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (student_code) do update set (step, phone, native_place, origin_place,
     household_type, willing, members, version, updated_at) = row ($2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

/** Finds a student's personal details. */
export const findPersonalDetails = (db: Db, student: string) =>
  db
    .selectFrom('personal_details')
    .select(['name', 'wechat', 'email', 'phone', 'members'])
    .where('student_code', '=', student)
    .executeTakeFirst()

/** Stores a student's personal details as this version. The caller must have locked the student. */
export async function savePersonalDetails(
  db: Db,
  {
    details,
    student,
    version,
    writer,
    now,
  }: {
    details: PersonalDetails
    student: string
    version: number
    writer: FormVersionSubmitter
    now: Date
  },
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
  // The SMS code only proved the phone number; it is not part of the stored form.
  const { code: _code, ...payload } = details
  await recordFormVersion(db, { student, form: 'details', version, payload, writer, now })
}
