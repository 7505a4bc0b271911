import { parseBeds, formatBeds, parseCapacityFromDormTypeName } from '#contract/beds'
import type { CodecValue } from '#contract/codec'
import type { RoomValues } from '#contract/reference-data'
import { dormImportTexts } from '#i18n/import-dorm'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { countRows } from '../../../platform/database/queries/count-rows.ts'
import { saveRoom } from '../../assigned-room/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'

type Values = CodecValue<typeof RoomValues>

/** The catalogue of dormitory rooms with their beds. */
export const roomCatalogue: ReferenceCatalogue<Values> = {
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
      values: { building, room, type: type_name, beds: formatBeds(beds), gender: gender ?? '' },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const { building, room, type } = values
    const id = idOf(values)
    if (before !== undefined && before.id !== id) return referenceDataTexts.roomStays
    if (type !== before?.values.type) {
      if (!(await isType(db, type))) return referenceDataTexts.unknownType
      // The beds of a room are counted for its type, so the type of an occupied room cannot be
      // changed.
      if ((await residentsOf(db, values)) > 0) return referenceDataTexts.roomLivedIn
    }
    const beds = [...(parseBeds(values.beds) ?? [])]
    const most = parseCapacityFromDormTypeName(type)
    const isChanged = before?.values.beds !== formatBeds(beds) || before.values.type !== type
    if (isChanged && most !== undefined && beds.length > most) return tooManyBeds(type, most)
    const gender = values.gender === '' ? null : values.gender
    const against = await saveRoom(db, { building, room, type_name: type, beds, gender })
    return against === undefined ? id : referenceDataTexts.roomLivedIn
  },

  withdraw: async (db, { values }, now) => {
    const { building, room } = values
    // The row is locked, because assigning a bed of the room locks this row too.
    await db
      .selectFrom('dorm_room')
      .select('room')
      .where('building', '=', building)
      .where('room', '=', room)
      .forUpdate()
      .execute()
    const living = await residentsOf(db, values)
    if (living > 0) return fillTemplateText(referenceDataTexts.roomInUse, living)
    await db
      .updateTable('dorm_room')
      .set({ withdrawn_at: now })
      .where('building', '=', building)
      .where('room', '=', room)
      .execute()
    return undefined
  },
}

const tooManyBeds = (type: string, most: number): LocalizedText =>
  fillTemplateText(dormImportTexts.moreBedsThanType, type, most)

type RoomName = Pick<Values, 'building' | 'room'>

// The id is JSON, because building and room can contain spaces.
const idOf = ({ building, room }: RoomName) => JSON.stringify([building, room])

const isType = async (db: Db, name: string) =>
  (await db
    .selectFrom('dorm_type')
    .select('id')
    .where('name', '=', name)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()) !== undefined

const residentsOf = async (db: Db, { building, room }: RoomName): Promise<number> => {
  return countRows(
    db.selectFrom('dorm_place').where('building', '=', building).where('room', '=', room),
  )
}
