import { defineRead } from './call.ts'
import { requiredKey, nullableCodec, recordCodec, textCodec, type CodecValue } from './codec.ts'
import { acceptIfKeyPresent } from './rules.ts'

/** An assigned bed in a dormitory. */
export const Room = recordCodec({
  type: requiredKey('typeName', textCodec()),
  building: requiredKey('dormName', textCodec()),
  room: requiredKey('dormno', textCodec()),
  bed: requiredKey('bedID', textCodec()),
})
/** An assigned bed in a dormitory. */
export type Room = CodecValue<typeof Room>

/**
 * The student's assigned room. It is separate from the dormitory choice, so that other pages do not
 * load that choice's texts.
 */
export const assignedRoom = {
  /** The student's assigned room, or null (DORM-11). */
  assigned: defineRead({
    path: '/orientation/selectDormInfo',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: requiredKey('stuCode', textCodec()) }),
    output: recordCodec({ room: requiredKey('data', nullableCodec(Room)) }),
    rule: acceptIfKeyPresent('data', { orNull: true }),
  }),
}
