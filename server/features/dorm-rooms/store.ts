import { sql } from 'kysely'
import type { CallOutput } from '#contract/call'
import type { BedResident, DormRoom, dormRooms } from '#contract/dorm-rooms'
import type { Db } from '../../platform/database/db.ts'

type Building = CallOutput<typeof dormRooms.list>['buildings'][number]

/** Counts the rooms, beds and residents of each building. */
export async function countBuildings(db: Db): Promise<Building[]> {
  const { rows } = await sql<Building>`
    select building, count(*)::int as rooms, coalesce(sum(cardinality(beds)), 0)::int as beds,
      coalesce(sum(living), 0)::int as taken, (count(*) filter (where closed_at is not null))::int as closed,
      coalesce(sum(living) filter (where closed_at is not null), 0)::int as "mustMove"
    from dorm_room own, lateral (select count(*) as living from dorm_place place
      where place.building = own.building and place.room = own.room) as living
    where withdrawn_at is null group by building order by building`.execute(db)
  return rows
}

/** Finds the rooms of a building, or the closed rooms of all buildings, with their residents. */
export async function findRooms(db: Db, building: string): Promise<DormRoom[]> {
  const rooms = await db
    .selectFrom('dorm_room')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .$if(building !== '', (query) => query.where('building', '=', building))
    .$if(building === '', (query) => query.where('closed_at', 'is not', null))
    .orderBy('building')
    .orderBy(sql`length(room)`)
    .orderBy('room')
    .execute()
  const buildings = [...new Set(rooms.map((room) => room.building))]
  if (buildings.length === 0) return []
  const residents = await db
    .selectFrom('dorm_place as place')
    .innerJoin('student', 'student.code', 'place.student_code')
    .leftJoin('arrival', (join) =>
      join.onRef('arrival.student_code', '=', 'student.code').on('arrival.removed_at', 'is', null),
    )
    .select(['place.building', 'place.room', 'place.bed', 'student.code', 'student.name'])
    .select([
      'student.number',
      'student.exam_number',
      'student.class_name',
      'student.withdrawn_at',
      'arrival.id as arrival',
      'arrival.key_given_at',
    ])
    .where('place.building', 'in', buildings)
    .execute()
  const keyOf = (of: { building: string; room: string }, bed: string) =>
    JSON.stringify([of.building, of.room, bed])
  const residentOf = new Map(residents.map((one) => [keyOf(one, one.bed), one]))
  return rooms.map((room) => ({
    building: room.building,
    room: room.room,
    type: room.type_name,
    gender: room.gender ?? '',
    closedFor: room.closed_at === null ? '' : room.closed_reason,
    beds: room.beds.map((bed): BedResident => {
      const one = residentOf.get(keyOf(room, bed))
      return {
        bed,
        student: one?.code ?? '',
        number: one?.number ?? one?.exam_number ?? '',
        name: one?.name ?? '',
        className: one?.class_name ?? '',
        isArrived: one !== undefined && one.arrival !== null,
        hasWithdrawn: one !== undefined && one.withdrawn_at !== null,
        keyAt: one?.key_given_at?.toISOString() ?? '',
      }
    }),
  }))
}

interface RoomName {
  readonly building: string
  readonly room: string
}

/** Locks two rooms, before their residents as everywhere, and against a change of the rooms. */
export const lockRooms = (db: Db, one: RoomName, other: RoomName) =>
  sql`select from dorm_room where (building, room) in
    ((${one.building}, ${one.room}), (${other.building}, ${other.room}))
    order by building, room for share`.execute(db)

/** Finds the code of the student in a bed; '' for a free bed. */
export const findOccupant = async (
  db: Db,
  { building, room, bed }: { building: string; room: string; bed: string },
): Promise<string> =>
  (
    await db
      .selectFrom('dorm_place')
      .select('student_code')
      .where('building', '=', building)
      .where('room', '=', room)
      .where('bed', '=', bed)
      .executeTakeFirst()
  )?.student_code ?? ''

/** Whether one of these students has withdrawn. */
export const hasWithdrawn = async (db: Db, students: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('student')
    .select('code')
    .where('code', 'in', students)
    .where('withdrawn_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Closes or opens a room. Returns whether there is such a room in the other state. */
export async function setRoomClosed(
  db: Db,
  { building, room }: RoomName,
  closed: { readonly at: Date; readonly reason: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dorm_room')
    .set({ closed_at: closed?.at ?? null, closed_reason: closed?.reason ?? '' })
    .where('building', '=', building)
    .where('room', '=', room)
    .where('withdrawn_at', 'is', null)
    .where('closed_at', closed === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Counts the residents of a room. */
export async function countResidents(db: Db, { building, room }: RoomName): Promise<number> {
  const { count } = await db
    .selectFrom('dorm_place')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('building', '=', building)
    .where('room', '=', room)
    .executeTakeFirstOrThrow()
  return count
}
