import { bedsOf, bedsText, peopleIn } from '#contract/beds'
import type { Value } from '#contract/codec'
import type { RoomValues } from '#contract/editing'
import { editingWords } from '#words/editing'
import { dormImportWords } from '#words/import-dorm'
import type { Text } from '#words/say'
import type { Db } from '../../../platform/database/database.ts'
import { describeRoom } from '../../room/face.ts'
import type { Catalogue } from '../catalogue.ts'

type Values = Value<typeof RoomValues>

/** The rooms of the dormitories with their beds. */
export const rooms: Catalogue<Values> = {
  noun: 'rooms',
  identity: ({ building, room }) => [building, room],

  find: async (db) => {
    const rows = await db
      .selectFrom('dorm_room')
      .selectAll()
      .orderBy('building')
      .orderBy('room')
      .execute()
    return rows.map(({ building, room, type_name, beds, gender, withdrawn_at }) => ({
      id: idOf({ building, room }),
      values: { building, room, type: type_name, beds: bedsText(beds), gender: gender ?? '' },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const { building, room, type } = values
    const id = idOf(values)
    if (before !== undefined && before.id !== id) return editingWords.roomStays
    if (type !== before?.values.type) {
      if (!(await isType(db, type))) return editingWords.unknownType
      // By their type beds are counted among those that are left to choose from.
      if ((await residentsOf(db, values)) > 0) return editingWords.roomLivedIn
    }
    const beds = [...(bedsOf(values.beds) ?? [])]
    const most = peopleIn(type)
    const isChanged = before?.values.beds !== bedsText(beds) || before.values.type !== type
    if (isChanged && most !== undefined && beds.length > most) return tooManyBeds(type, most)
    const gender = values.gender === '' ? null : values.gender
    const against = await describeRoom(db, { building, room, type_name: type, beds, gender })
    return against === undefined ? id : editingWords.roomLivedIn
  },

  withdraw: async (db, { values }, now) => {
    const { building, room } = values
    // Whoever gives a bed of it meanwhile waits for this row, or is waited for.
    await db
      .selectFrom('dorm_room')
      .select('room')
      .where('building', '=', building)
      .where('room', '=', room)
      .forUpdate()
      .execute()
    const living = await residentsOf(db, values)
    if (living > 0)
      return { zh: editingWords.roomInUse.zh(living), en: editingWords.roomInUse.en(living) }
    await db
      .updateTable('dorm_room')
      .set({ withdrawn_at: now })
      .where('building', '=', building)
      .where('room', '=', room)
      .execute()
    return undefined
  },
}

const tooManyBeds = (type: string, most: number): Text => ({
  zh: dormImportWords.moreBedsThanType.zh(type, most),
  en: dormImportWords.moreBedsThanType.en(type, most),
})

type Named = Pick<Values, 'building' | 'room'>

// Either name may have blanks of its own.
const idOf = ({ building, room }: Named) => JSON.stringify([building, room])

const isType = async (db: Db, name: string) =>
  (await db
    .selectFrom('dorm_type')
    .select('id')
    .where('name', '=', name)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()) !== undefined

const residentsOf = async (db: Db, { building, room }: Named): Promise<number> => {
  const { count } = await db
    .selectFrom('dorm_place')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('building', '=', building)
    .where('room', '=', room)
    .executeTakeFirstOrThrow()
  return Number(count)
}
