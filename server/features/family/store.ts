import type { Insertable } from 'kysely'
import type { FamilyHousehold } from '#contract/family-household'
import type { PersonalDetails } from '#contract/personal-details'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery, prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import {
  type RecordColumns,
  selectFields,
  toColumns,
} from '../../platform/database/queries/record-columns.ts'
import type { DatabaseSchema, HouseholdRow } from '../../platform/database/schema/schema.ts'
import { type FormVersion, recordFormVersion } from '../student-forms/public.ts'

/** Finds a student's household with its version. */
export async function findHousehold(
  db: Db,
  student: string,
): Promise<{ household: FamilyHousehold; version: number } | undefined> {
  const [row] = await householdQuery.run(db, { student })
  if (row === undefined) return undefined
  const { version, ...household } = row
  // A member without an id gets one derived from the version and the position in the list.
  const members = row.members.map((member, at) => ({
    ...member,
    memberId: member.memberId ?? memberIdOf(version, at),
  }))
  return { household: { ...household, members }, version }
}

/** The column of each field of a household. */
export const HOUSEHOLD_COLUMNS = {
  student: 'student_code',
  step: 'step',
  phone: 'phone',
  nativePlace: 'native_place',
  originPlace: 'origin_place',
  householdType: 'household_type',
  willing: 'willing',
  members: 'members',
} as const satisfies RecordColumns<FamilyHousehold, 'household'>

const householdQuery = prepareQuery(
  'household of a student',
  (db, { student }: { student: string }) =>
    db
      .selectFrom('household')
      .select(selectFields('household', HOUSEHOLD_COLUMNS))
      .select('version')
      .where('student_code', '=', student),
)

/**
 * The id of a member who first appeared in this version at this position. It is never used again.
 */
const memberIdOf = (version: number, at: number) => `${version}.${at}`

/** Stores a household as this version. */
export async function saveHousehold(
  db: Db,
  household: FormVersion<FamilyHousehold>,
): Promise<void> {
  const { payload, student, version, now } = household
  const members = payload.members.map((member, at) => ({
    ...member,
    memberId: member.memberId ?? memberIdOf(version, at),
  }))
  const stored = { ...payload, student, members: JSON.stringify(members) }
  const fields = toColumns(HOUSEHOLD_COLUMNS, stored)
  await storeHousehold.run(db, { ...fields, version, updated_at: now })
  await recordFormVersion(db, 'family', household)
}

const storeHousehold = pipelineQuery(
  'store a household',
  (db, { student_code, ...values }: Insertable<HouseholdRow>) =>
    db
      .insertInto('household')
      .values({ student_code, ...values })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values)),
)

/** Finds a student's personal details. */
export const findPersonalDetails = (db: Db, student: string) =>
  db
    .selectFrom('personal_details')
    .select(selectFields('personal_details', DETAILS_COLUMNS))
    .where('student_code', '=', student)
    .executeTakeFirst()

/** The column of each stored field of the personal details. */
export const DETAILS_COLUMNS = {
  name: 'name',
  wechat: 'wechat',
  email: 'email',
  phone: 'phone',
  members: 'members',
} as const satisfies RecordColumns<Omit<PersonalDetails, 'student' | 'code'>, 'personal_details'>

/**
 * Stores a student's personal details as this version. The caller must have locked the student. The
 * SMS code only proved the phone number; it is not part of the stored form.
 */
export async function savePersonalDetails(
  db: Db,
  { payload: { code: _code, ...payload }, ...of }: FormVersion<PersonalDetails>,
): Promise<void> {
  const stored = { ...payload, members: JSON.stringify(payload.members) }
  const values = { ...toColumns(DETAILS_COLUMNS, stored), updated_at: of.now }
  const row: Insertable<DatabaseSchema['personal_details']> = {
    ...values,
    student_code: of.student,
  }
  await db
    .insertInto('personal_details')
    .values(row)
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  await recordFormVersion(db, 'details', { ...of, payload })
}
