import { sql } from 'kysely'
import type { DormType } from '#contract/dorm'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'

// A place is taken by a room that was given, or by a choice without a room that is kept or still
// held. A hold that has run out needs no clean-up: from that moment on no query counts it. Counted
// as rooms plus choices minus students who have both: most choices have no room yet, and then this
// is the fastest way.
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

/** The types on offer with the places that are left. */
export const findDormTypes = (db: Db, now: Date): Promise<DormType[]> =>
  typesWithPlaces(db, now).where('withdrawn_at', 'is', null).orderBy('type.id').execute()

/** How many places of a type are taken; nobody takes one of them until the transaction ends. */
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

/** One type with the places that are left. */
export const findDormType = (db: Db, id: string, now: Date): Promise<DormType | undefined> =>
  typesWithPlaces(db, now)
    .where('type.id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** What a student chose, unless the reservation has expired; with `heldUntil` null it never does. */
export const findChoice = async (db: Db, student: string, now: Date) =>
  (await choiceOf.run(db, { student, now })).at(0)

const choiceOf = prepareQuery(
  'dormitory that a student chose',
  { student: 'student?', now: new Date(0) },
  (db, { student, now }) =>
    db
      .selectFrom('dorm_choice as choice')
      .innerJoin('dorm_type as type', 'type.id', 'choice.type_id')
      .select(['type.id', 'type.name', 'type.price_fen as price', 'choice.held_until as heldUntil'])
      .where('choice.student_code', '=', student)
      .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)])),
)

/** How an attempt to reserve a bed ended. */
export type ReserveBedResult = 'reserved' | 'no-beds' | 'already-chosen' | 'unknown-type'

/** Reserve a bed of a type until `heldUntil`, or for good when it is null. */
export async function reserveBed(
  db: Db,
  {
    student,
    type,
    now,
    heldUntil,
  }: { student: string; type: string; now: Date; heldUntil: Date | null },
): Promise<ReserveBedResult> {
  // Read without a lock first: most of those who come too late need not wait for it.
  const seen = await findDormType(db, type, now)
  if (seen === undefined) return 'unknown-type'
  if ((seen.placesLeft ?? 0) <= 0 || (await countFreeBedsLocked(db, type, now)) <= 0)
    return (await findChoice(db, student, now)) === undefined ? 'no-beds' : 'already-chosen'
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
 * Keep a held place for good, as a payment does; a hold that ran out is kept if a place is left.
 * Answers whether it is kept. The caller has locked the student. `now` may be a moment ago, so also
 * a hold that seems to last is kept only while the places do.
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

// Who takes a place of a type holds the type until the place is committed, so that the next one
// counts it.
async function countFreeBedsLocked(db: Db, type: string, now: Date): Promise<number> {
  await db
    .selectFrom('dorm_type')
    .select('id')
    .where('id', '=', type)
    .forUpdate()
    .executeTakeFirst()
  return (await findDormType(db, type, now))?.placesLeft ?? 0
}

/** Until when a student's place is held, if it is held for a time. */
export async function findReservationExpiry(db: Db, student: string): Promise<Date | undefined> {
  const choice = await db
    .selectFrom('dorm_choice')
    .select('held_until')
    .where('student_code', '=', student)
    .executeTakeFirst()
  return choice?.held_until ?? undefined
}

/**
 * Let go of a place that is held for a time only, and open its step again. Answers whether there
 * was one.
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
