import { sql } from 'kysely'
import type { Room } from '#contract/room'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { RoomRow } from '../../platform/database/schema.ts'

/** The place that a student was given, if any. */
export async function findRoom(db: Db, student: string): Promise<Room | null> {
  return (await finding.run(db, [student])).rows[0] ?? null
}

const finding = prepared<Room>(
  'place of a student',
  'select type_name as type, building, room, bed from dorm_place where student_code = $1',
)

/** A place as the office gives it. */
type Place = { readonly student: string } & Room

/**
 * Give a student a place, in the place of the one they have. Answers what the database has against
 * it: somebody else's bed, a bed that the room does not have.
 */
export async function givePlace(
  db: Db,
  { student, type, building, room, bed }: Place,
): Promise<string | undefined> {
  // Whoever edits the room takes it first too, then those who live in it.
  await db
    .selectFrom('dorm_room')
    .select('room')
    .where('building', '=', building)
    .where('room', '=', room)
    .forShare()
    .executeTakeFirst()
  // What is said of a room that was described counts: the database sees to it.
  const values = { type_name: type, building, room, bed }
  return unlessRefused(db, () =>
    db
      .insertInto('dorm_place')
      .values({ ...values, student_code: student })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
      .execute(),
  )
}

/** Say of a room what it is. Answers what the database has against it: who lives there. */
export const describeRoom = (
  db: Db,
  { building, room, ...values }: RoomRow,
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

// What the database refuses must not end the transaction around it.
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

// The class of broken rules: a unique place, or what the database checks of rooms.
const ruleOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('23')
    ? String('constraint' in error ? error.constraint : '')
    : undefined

/** Take a student's place away. Answers whether there was one. */
export async function takePlaceAway(db: Db, student: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dorm_place')
    .where('student_code', '=', student)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
