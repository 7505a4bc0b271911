import { defineRead } from './call.ts'
import { key, maybe, record, text, type CodecValue } from './codec.ts'
import { keyPresentRule } from './rules.ts'

/** An assigned bed in a dormitory. */
export const Room = record({
  type: key('typeName', text()),
  building: key('dormName', text()),
  room: key('dormno', text()),
  bed: key('bedID', text()),
})
/** An assigned bed in a dormitory. */
export type Room = CodecValue<typeof Room>

/**
 * The student's assigned room. A file of its own, because no other page needs the texts of the
 * dormitory choice.
 */
export const assignedRoom = {
  /** The student's assigned room, or null (DORM-11). */
  assigned: defineRead({
    path: '/orientation/selectDormInfo',
    who: 'student',
    offline: 'cached',
    input: record({ student: key('stuCode', text()) }),
    output: record({ room: key('data', maybe(Room)) }),
    rule: keyPresentRule('data', { orNull: true }),
  }),
}
