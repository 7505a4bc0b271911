import { addSeconds } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { demoStudents } from './demo-people.ts'

const SUPERVISOR = 'T2001'
/**
 * The room type of the residents. It is not on offer, so the residents take no bed that can be
 * chosen.
 */
const TYPE = '四人标准间'
const BEDS = 4
const ROOMS_A_FLOOR = 5
const ARRIVED = 12
/**
 * The residents of each building, as positions in the list of men and in the list of women. The
 * supervisor is responsible for two of the buildings.
 */
const BUILDINGS = [
  { gender: '1', building: '紫荆苑3号楼', from: 0, to: 40, own: true },
  { gender: '1', building: '海棠苑1号楼', from: 40, to: 56, own: false },
  { gender: '2', building: '紫荆苑4号楼', from: 0, to: 40, own: true },
  { gender: '2', building: '海棠苑2号楼', from: 40, to: 56, own: false },
] as const

/**
 * Inserts buildings of the demo's supervisor with assigned residents, some of whom have arrived.
 * Does nothing if they exist; also works for a demo that an older version created.
 */
export async function seedResidents(tx: Db, now: Date): Promise<void> {
  if (
    (await tx.selectFrom('staff_building').select('building').limit(1).executeTakeFirst()) !==
    undefined
  )
    return
  const supervisor = await tx
    .selectFrom('staff')
    .select('code')
    .where('code', '=', SUPERVISOR)
    .executeTakeFirst()
  if (supervisor === undefined) return
  const own = BUILDINGS.filter((codebaseCopy) => codebaseCopy.own)
  await tx
    .insertInto('staff_building')
    .values(own.map(({ building }) => ({ staff_code: SUPERVISOR, building })))
    .execute()
  const places = await freePlaces(tx)
  if (places.length === 0) return
  await tx.insertInto('dorm_place').values(places).execute()
  await tx
    .updateTable('student')
    .set({ checked_in_at: addSeconds(now, -6 * 3600) })
    .where(
      'code',
      'in',
      places.map((place) => place.student_code),
    )
    .execute()
  await insertArrivals(
    tx,
    places.filter(({ building }) => own.some((codebaseCopy) => codebaseCopy.building === building)),
    now,
  )
}

// The beds for generated students without a chosen type, by building.
async function freePlaces(tx: Db) {
  const free = await tx
    .selectFrom('student')
    .select(['code', 'gender'])
    .where(
      'code',
      'not in',
      demoStudents.map(({ number }) => `S${number}`),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('dorm_choice')
            .select('type_id')
            .whereRef('student_code', '=', 'student.code'),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('dorm_place').select('room').whereRef('student_code', '=', 'student.code'),
        ),
      ),
    )
    .orderBy('code')
    .limit(1000)
    .execute()
  return BUILDINGS.flatMap(({ gender, building, from, to }) =>
    free
      .filter((student) => student.gender === gender)
      .slice(from, to)
      .map(({ code }, index) => ({
        student_code: code,
        type_name: TYPE,
        building,
        ...bedOf(index),
      })),
  )
}

/**
 * Inserts the rooms of the demo's buildings, unless they exist, with four beds each and the beds
 * that were assigned since. The fifth floor is free.
 */
export async function seedRooms(tx: Db): Promise<void> {
  if ((await tx.selectFrom('dorm_room').select('room').limit(1).executeTakeFirst()) !== undefined)
    return
  const occupied = await tx
    .selectFrom('dorm_place')
    .innerJoin('student', 'student.code', 'student_code')
    .select(['building', 'room', 'bed', 'type_name', 'gender'])
    .execute()
  const rooms = BUILDINGS.flatMap(({ building, gender }) => {
    const own = occupied.filter((place) => place.building === building)
    const free = Array.from({ length: ROOMS_A_FLOOR }, (_, index) => `50${index + 1}`)
    return [...new Set([...own.map(({ room }) => room), ...free])].map((room) => {
      const here = own.filter((place) => place.room === room)
      const beds = Array.from({ length: BEDS }, (_, index) => String(index + 1))
      return {
        building,
        room,
        type_name: here[0]?.type_name ?? TYPE,
        beds: [...new Set([...beds, ...here.map(({ bed }) => bed)])],
        gender: here.every((place) => place.gender === gender) ? gender : null,
      }
    })
  })
  await tx.insertInto('dorm_room').values(rooms).execute()
}

function bedOf(index: number): { room: string; bed: string } {
  const room = Math.floor(index / BEDS)
  const floor = 1 + Math.floor(room / ROOMS_A_FLOOR)
  return {
    room: `${floor}${String(1 + (room % ROOMS_A_FLOOR)).padStart(2, '0')}`,
    bed: String(1 + (index % BEDS)),
  }
}

async function insertArrivals(
  tx: Db,
  places: readonly { student_code: string; building: string; room: string }[],
  now: Date,
) {
  const every = Math.max(1, Math.floor(places.length / ARRIVED))
  const arrived = places.filter((_place, index) => index % every === 0).slice(0, ARRIVED)
  if (arrived.length === 0) return
  const rows = arrived.map(({ student_code, building, room }, index) => {
    const at = addSeconds(now, -600 - index * 420)
    return {
      student_code,
      building,
      room,
      scanned_at: at,
      received_at: at,
      staff_code: SUPERVISOR,
      verified: true,
    }
  })
  await tx.insertInto('arrival').values(rows).execute()
}
