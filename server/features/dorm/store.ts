import { sql } from 'kysely'
import type { DormType } from '#contract/dorm'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'

// A bed is taken by an assigned room, or by a confirmed or reserved choice without a room. An
// expired reservation needs no clean-up, because queries ignore it. Taken beds are counted as rooms
// plus choices minus students who have both, which is the fastest way while most choices have no
// room.
const typesWithPlaces = (db: Db, now: Date) => {
  const choices = sql`from dorm_choice choice where choice.type_id = type.id
    and (choice.held_until is null or choice.held_until > ${now})`
  const taken = sql<number>`(
    (select count(*) from dorm_place place where place.type_name = type.name) + (select count(*) ${choices})
    - (select count(*) from dorm_place given where exists (select ${choices} and choice.student_code = given.student_code)))::int`
  return db
    .selectFrom('dorm_type as type')
    .select((e) => [
      'type.id',
      'type.name',
      'type.price_fen as price',
      e('type.places', '-', taken).as('placesLeft'),
    ])
}

/** Lists the types on offer with their free beds. */
export const findDormTypes = (db: Db, now: Date): Promise<DormType[]> =>
  typesWithPlaces(db, now).where('withdrawn_at', 'is', null).orderBy('type.id').execute()

/** Counts the taken beds of a type, and locks the type until the transaction ends. */
export async function countTakenBedsLocked(db: Db, id: string, now: Date): Promise<number> {
  const { places } = await db
    .selectFrom('dorm_type')
    .select('places')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const found = await typesWithPlaces(db, now).where('type.id', '=', id).executeTakeFirstOrThrow()
  return places - found.placesLeft
}

/** Finds a type with its free beds. */
export const findDormType = (db: Db, id: string, now: Date): Promise<DormType | undefined> =>
  typesWithPlaces(db, now)
    .where('type.id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/**
 * Finds a student's choice, unless its reservation has expired. `heldUntil` null: the choice is
 * confirmed.
 */
export const findDormChoice = async (db: Db, student: string, now: Date) =>
  (await choiceOf.run(db, { student, now })).at(0)

const choiceOf = prepareQuery(
  'dormitory that a student chose',
  (db, { student, now }: { student: string; now: Date }) =>
    db
      .selectFrom('dorm_choice as choice')
      .innerJoin('dorm_type as type', 'type.id', 'choice.type_id')
      .select(['type.id', 'type.name', 'type.price_fen as price', 'choice.held_until as heldUntil'])
      .where('choice.student_code', '=', student)
      .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)])),
)

/** The result of reserving a bed. */
export type ReserveBedResult = 'reserved' | 'no-beds' | 'already-chosen' | 'unknown-type'

/** Reserves a bed of a type until `heldUntil`, or permanently if `heldUntil` is null. */
export async function reserveBed(
  db: Db,
  {
    student,
    type,
    now,
    heldUntil,
  }: { student: string; type: string; now: Date; heldUntil: Date | null },
): Promise<ReserveBedResult> {
  // The type is first read without a lock, so that requests for a full type do not wait for the
  // lock.
  const seen = await findDormType(db, type, now)
  if (seen === undefined) return 'unknown-type'
  if ((seen.placesLeft ?? 0) <= 0 || (await countFreeBedsLocked(db, type, now)) <= 0)
    return (await findDormChoice(db, student, now)) === undefined ? 'no-beds' : 'already-chosen'
  const values = { type_id: type, chosen_at: now, held_until: heldUntil }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dorm_choice')
    .values({ ...values, student_code: student })
    .onConflict((conflict) =>
      conflict
        .column('student_code')
        .doUpdateSet(values)
        .where('dorm_choice.held_until', '<=', now),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n ? 'reserved' : 'already-chosen'
}

/**
 * Confirms a reserved bed permanently, as a payment does. An expired reservation is confirmed if a
 * bed is free. Returns whether the bed is confirmed. The caller must have locked the student. Free
 * beds are counted even if the reservation seems valid, because `now` was read before the locks and
 * the reservation might have expired since.
 */
export async function confirmReservedBed(db: Db, student: string, now: Date): Promise<boolean> {
  const choice = await db
    .selectFrom('dorm_choice')
    .selectAll()
    .where('student_code', '=', student)
    .executeTakeFirst()
  if (choice === undefined || choice.held_until === null) return choice !== undefined
  const left = await countFreeBedsLocked(db, choice.type_id, now)
  if (choice.held_until <= now ? left <= 0 : left < 0) return false
  const { numUpdatedRows } = await db
    .updateTable('dorm_choice')
    .set({ held_until: null })
    .where('student_code', '=', student)
    .where('type_id', '=', choice.type_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

// Counts the free beds and locks the type until the commit, so that the next transaction counts the
// bed that this transaction takes.
async function countFreeBedsLocked(db: Db, type: string, now: Date): Promise<number> {
  await db
    .selectFrom('dorm_type')
    .select('id')
    .where('id', '=', type)
    .forUpdate()
    .executeTakeFirst()
  return (await findDormType(db, type, now))?.placesLeft ?? 0
}

/**
 * Finds when a student's reservation expires; undefined if the choice is confirmed or there is
 * none.
 */
export async function findReservationExpiry(db: Db, student: string): Promise<Date | undefined> {
  const choice = await db
    .selectFrom('dorm_choice')
    .select('held_until')
    .where('student_code', '=', student)
    .executeTakeFirst()
  return choice?.held_until ?? undefined
}

/**
 * Cancels a temporary reservation and reopens its step. Returns whether there was a reservation.
 */
export async function cancelBedReservation(db: Db, student: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dorm_choice')
    .where('student_code', '=', student)
    .where('held_until', 'is not', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await db
    .deleteFrom('step_done')
    .where('student_code', '=', student)
    .where('step_id', 'in', (query) =>
      query.selectFrom('flow_step').select('id').where('needs_dorm', '=', true),
    )
    .execute()
  return true
}
