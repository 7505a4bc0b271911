import { sql } from 'kysely'
import type { Room } from '#contract/assigned-room'
import type { RoomBeds } from '#contract/students'
import { studentsServerTexts as texts } from '#i18n/students-server'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { DormRoomRow } from '../../platform/database/schema/schema.ts'

/** Finds a student's assigned bed; null if there is none. */
export async function findRoom(db: Db, student: string): Promise<Room | null> {
  return (await assignedRoomQuery.run(db, { student }))[0] ?? null
}

const assignedRoomQuery = prepareQuery(
  'place of a student',
  (db, { student }: { student: string }) =>
    db
      .selectFrom('dorm_place')
      .select(['type_name as type', 'building', 'room', 'bed'])
      .where('student_code', '=', student),
)

/** The assignment of a bed to a student; its type is that of the room. */
type BedAssignment = { readonly student: string } & Omit<Room, 'type'>

/** The result of `assignStudentBed` for a room that does not exist. */
export const ROOM_UNKNOWN_RESULT = 'dorm_place_room_unknown'

/**
 * Assigns a bed of an existing room to a student and replaces the earlier assignment. If it is not
 * possible, returns why: there is no such room, or the name of the violated constraint, for example
 * because another student has the bed or the room does not have it.
 */
export async function assignStudentBed(
  db: Db,
  { student, building, room, bed }: BedAssignment,
): Promise<string | undefined> {
  // The room is locked before its residents, in the same order as when a room is edited, to avoid
  // deadlocks.
  const own = await db
    .selectFrom('dorm_room')
    .select('type_name')
    .where('building', '=', building)
    .where('room', '=', room)
    .forShare()
    .executeTakeFirst()
  if (own === undefined) return ROOM_UNKNOWN_RESULT
  // The database checks the assignment against the room's properties.
  const values = { ...own, building, room, bed }
  return unlessRefused(db, () =>
    db
      .insertInto('dorm_place')
      .values({ ...values, student_code: student })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
      .execute(),
  )
}

const REFUSALS: Readonly<Record<string, LocalizedText>> = {
  [ROOM_UNKNOWN_RESULT]: texts.noSuchRoom,
  dorm_place_bed_once: texts.bedTaken,
  dorm_place_room_closed: texts.roomClosed,
  dorm_place_bed_of_room: texts.noSuchBed,
  dorm_place_gender_of_room: texts.otherGender,
}

/** Explains why a bed was not assigned, by the result of `assignStudentBed`. */
export const explainBedRefusal = (result: string): LocalizedText =>
  REFUSALS[result] ?? texts.placeRefused

/**
 * Swaps the beds of two students. If it is not possible, returns why, as `assignStudentBed`. The
 * caller must have locked the rooms, and then the students.
 */
export async function swapStudentBeds(
  db: Db,
  [one, other]: readonly [string, string],
): Promise<string | undefined> {
  // The uniqueness of beds is checked at the end of the statement.
  return unlessRefused(db, () =>
    sql`update dorm_place place set type_name = theirs.type_name, building = theirs.building,
        room = theirs.room, bed = theirs.bed
      from dorm_place theirs where place.student_code <> theirs.student_code
        and place.student_code in (${one}, ${other}) and theirs.student_code in (${one}, ${other})`.execute(
      db,
    ),
  )
}

/** Finds the rooms in use for a gender, with the resident of each bed. */
export async function findRoomsWithBeds(
  db: Db,
  { building, gender }: { building: string; gender: string },
): Promise<{
  buildings: { building: string; free: number }[]
  rooms: RoomBeds[]
}> {
  const taking = db
    .selectFrom('dorm_room')
    .where('withdrawn_at', 'is', null)
    .where('closed_at', 'is', null)
    .where((e) => e.or([e('gender', 'is', null), e('gender', '=', gender)]))
  const buildings = await taking
    .select((e) => [
      'building',
      sql<number>`(sum(cardinality(beds)) - coalesce(sum(${e
        .selectFrom('dorm_place')
        .whereRef('dorm_place.building', '=', 'dorm_room.building')
        .whereRef('dorm_place.room', '=', 'dorm_room.room')
        .select(({ fn }) => fn.countAll().as('count'))}), 0))::int`.as('free'),
    ])
    .groupBy('building')
    .orderBy('building')
    .execute()
  if (building === '') return { buildings, rooms: [] }
  const rooms = await taking
    .selectAll()
    .where('building', '=', building)
    .orderBy(sql`length(room)`)
    .orderBy('room')
    .execute()
  const residents = await db
    .selectFrom('dorm_place')
    .innerJoin('student', 'student.code', 'dorm_place.student_code')
    .select(['room', 'bed', 'name'])
    .where('building', '=', building)
    .execute()
  const nameOf = new Map(residents.map(({ room, bed, name }) => [`${room}\n${bed}`, name]))
  return {
    buildings,
    rooms: rooms.map(({ room, type_name: type, gender: taken, beds }) => ({
      room,
      type,
      gender: taken ?? '',
      beds: beds.map((bed) => ({ bed, who: nameOf.get(`${room}\n${bed}`) ?? '' })),
    })),
  }
}

/** Saves a room. Returns the violated constraint if the room conflicts with its residents. */
export const saveRoom = (
  db: Db,
  { building, room, ...values }: DormRoomRow,
): Promise<string | undefined> =>
  unlessRefused(db, () =>
    db
      .insertInto('dorm_room')
      .values({ building, room, ...values })
      .onConflict((conflict) =>
        conflict.columns(['building', 'room']).doUpdateSet({ ...values, withdrawn_at: null }),
      )
      .execute(),
  )

// Runs a write in a savepoint, so that a violated constraint does not end the transaction.
async function unlessRefused(db: Db, write: () => Promise<unknown>): Promise<string | undefined> {
  await sql`savepoint place`.execute(db)
  try {
    await write()
    return undefined
  } catch (error) {
    const rule = ruleOf(error)
    if (rule === undefined) throw error
    await sql`rollback to savepoint place`.execute(db)
    return rule
  }
}

// The constraint of an error of class 23 (integrity constraint violation).
const ruleOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('23')
    ? String('constraint' in error ? error.constraint : '')
    : undefined

/** Removes a student's assignment. Returns whether there was an assignment. */
export async function unassignStudentBed(db: Db, student: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dorm_place')
    .where('student_code', '=', student)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
