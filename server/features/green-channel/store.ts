import { type ExpressionBuilder, sql } from 'kysely'
import {
  type GreenChannelApplication,
  APPLICATION_APPROVED,
  APPLICATION_PENDING,
  APPLICATION_REJECTED,
  HOUSEHOLD_APPLICATION_KIND,
} from '#contract/green-channel'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import { selectEntryYear } from '../../platform/database/queries/entry-year.ts'
import type { GreenApplicationRow } from '../../platform/database/schema/money-tables.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { maskIdCard, maskPhone } from '../../platform/masks.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/**
 * Whether the student has an application for this fee year under review. If so, payments are
 * blocked (D-66).
 */
export const hasPendingApplication = (db: Db, whose: FeeYear): Promise<boolean> =>
  hasApplication(db, whose, APPLICATION_PENDING)

/** Whether an application for this fee year was approved (D-34). */
export const hasApprovedApplication = (db: Db, whose: FeeYear): Promise<boolean> =>
  hasApplication(db, whose, APPLICATION_APPROVED)

interface FeeYear {
  readonly student: string
  readonly year: number
}

async function hasApplication(
  db: Db,
  { student, year }: FeeYear,
  status: typeof APPLICATION_PENDING | typeof APPLICATION_APPROVED,
): Promise<boolean> {
  const found = await db
    .selectFrom('green_application')
    .select('id')
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('status', '=', status)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const COLUMNS = [
  'applied.id',
  'applied.review_id',
  'applied.student_code',
  'applied.type',
  'applied.year',
  'applied.amount_fen',
  'applied.status',
  'applied.reason',
  'applied.contract_number',
  'applied.receipt_code',
  'applied.picture',
  'applied.picture2',
  'applied.audit_amount_fen',
  'applied.offset_status',
  'applied.version',
  'applied.applied_at',
] as const

/** Selects applications with their students. */
export const selectApplications = (db: Db) =>
  db
    .selectFrom('green_application as applied')
    .innerJoin('student', 'student.code', 'applied.student_code')
    .select(COLUMNS)
    .select([
      'student.name',
      'student.number',
      'student.exam_number',
      'student.status as student_status',
      'student.id_card',
      'student.id_type',
    ])
    .select(['student.department', 'student.major', 'student.class_name', 'student.phone'])

/** An application with its student. */
export type GreenApplicationWithStudent = Awaited<
  ReturnType<ReturnType<typeof selectApplications>['executeTakeFirstOrThrow']>
>

/** Finds a student's application of a type for a fee year. */
export const findOwnApplication = async (
  db: Db,
  whose: { student: string; type: string; year: number },
): Promise<GreenApplicationWithStudent | undefined> => (await ownOf.run(db, whose))[0]

const ownOf = prepareQuery(
  'application of a student',
  (db, { student, type, year }: { student: string; type: string; year: number }) =>
    selectApplications(db)
      .where('student_code', '=', student)
      .where('applied.type', '=', type)
      .where('year', '=', year),
)

/**
 * Finds the school's rule (dates and amounts) for applications of a type in a fee year; undefined
 * if there is none.
 */
export const findApplicationRule = (db: Db, { type, year }: { type: string; year: number }) =>
  db
    .selectFrom('application_rule')
    .select(['opens_at', 'closes_at', 'least_fen', 'most_fen'])
    .where('type', '=', type)
    .where('year', '=', year)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/**
 * Serializes what takes a place of a year's quota, until the transaction ends. Call it before a row
 * of an application is locked.
 */
export const lockPlaces = (db: Db, year: number) =>
  sql`select pg_advisory_xact_lock(hashtext('places of applications'), ${year})`.execute(db)

/**
 * Counts the applications for a deferral or a reduction in a year that hold a place: those that are
 * not rejected, of students who have not left. `isNew`: only those of the year's new students, or
 * only those of the others.
 */
export async function countPlacesTaken(
  db: Db,
  { year, isNew }: { year: number; isNew: boolean | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('green_application')
    .innerJoin('student', 'student.code', 'green_application.student_code')
    .select(sql<string>`count(*)`.as('count'))
    .where('green_application.type', '=', HOUSEHOLD_APPLICATION_KIND)
    .where('year', '=', year)
    .where('green_application.status', '<>', APPLICATION_REJECTED)
    .where('student.withdrawn_at', 'is', null)
    .$if(isNew !== undefined, (query) =>
      query.where(
        sql<boolean>`(${selectEntryYear()} = green_application.year::text) = ${isNew}::boolean`,
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Converts an application to the format of the contract. */
export const toApplication = (row: GreenApplicationWithStudent): GreenChannelApplication => ({
  amount: row.amount_fen,
  status: row.status,
  reason: row.reason,
  contract: row.contract_number,
  receipt: row.receipt_code,
  year: String(row.year),
  picture: row.picture,
  picture2: row.picture2,
  type: row.type,
  id: row.id,
  review: row.review_id,
  auditType: row.type,
  auditAmount: row.audit_amount_fen,
  offset: row.offset_status,
  appliedAt: toChinaMinute(row.applied_at),
  name: row.name,
  number: row.number ?? row.exam_number ?? '',
  student: row.student_code,
  studentStatus: row.student_status,
  idCard: row.id_card,
  idType: row.id_type === 'resident' ? undefined : row.id_type,
  department: row.department,
  major: row.major,
  className: row.class_name,
  phone: row.phone,
})

/**
 * Converts an application to the format for reviewers. The ID number is masked, because number and
 * ID number together allow signing in. The phone number is masked too.
 */
export const toReviewApplication = (row: GreenApplicationWithStudent): GreenChannelApplication => ({
  ...toApplication(row),
  idCard: maskIdCard(row.id_card),
  phone: maskPhone(row.phone),
})

/** The content of a new application. */
export type NewApplication = Pick<
  GreenApplicationRow,
  'student_code' | 'type' | 'year' | 'amount_fen' | 'applied_at'
> & {
  readonly contract_number: string
  readonly receipt_code: string
  readonly pictures: readonly Buffer[]
}

/**
 * Stores an application with its images, and replaces a rejected application. Of two concurrent
 * applications one is stored. Returns whether this one was stored.
 */
export async function storeApplication(
  db: Db,
  { pictures, ...wanted }: NewApplication,
  replaced: GreenApplicationWithStudent | undefined,
): Promise<boolean> {
  const keys = pictures.map(() => createSecret())
  const values = {
    ...wanted,
    status: APPLICATION_PENDING,
    reason: '',
    audit_amount_fen: null,
    picture: keys[0] ?? '',
    picture2: keys[1] ?? '',
  }
  if (replaced === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('green_application')
      .values({
        ...values,
        id: createSecret(),
        review_id: createSecret(),
        offset_status: '0',
        version: 1,
      })
      .onConflict((conflict) => conflict.columns(['student_code', 'type', 'year']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return false
  } else {
    const { numUpdatedRows } = await db
      .updateTable('green_application')
      .set({ ...values, review_id: createSecret(), version: replaced.version + 1 })
      .where((is) => isUnchangedSinceRead(is, replaced))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return false
    await dropPictures(db, replaced)
  }
  const images = pictures.map((bytes, at) => ({
    id: keys[at] ?? '',
    student_code: wanted.student_code,
    purpose: 'application' as const,
    type: 'image/jpeg',
    bytes,
    created_at: wanted.applied_at,
  }))
  await db.insertInto('image').values(images).execute()
  return true
}

/**
 * Deletes an application with its images, if it is unchanged since it was read. Returns whether it
 * was deleted.
 */
export async function withdrawApplication(
  db: Db,
  found: GreenApplicationWithStudent,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('green_application')
    .where((is) => isUnchangedSinceRead(is, found))
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) return false
  await dropPictures(db, found)
  return true
}

// Checks that no reviewer has decided the application and finance has not offset it since it was
// read, because neither of them locks the student.
const isUnchangedSinceRead = (
  is: ExpressionBuilder<DatabaseSchema, 'green_application'>,
  { id, version, offset_status: offset }: GreenApplicationWithStudent,
) => is.and({ id, version, offset_status: offset })

const dropPictures = (db: Db, { picture, picture2 }: GreenApplicationWithStudent) =>
  db
    .deleteFrom('image')
    .where('id', 'in', [picture, picture2])
    .where('purpose', '=', 'application')
    .execute()
