import { read } from './call.ts'
import { key, maybe, record, text, type Value } from './codec.ts'
import { present } from './rules.ts'

/** An assigned place in a dormitory. */
export const Room = record({
  type: key('typeName', text()),
  building: key('dormName', text()),
  room: key('dormno', text()),
  bed: key('bedID', text()),
})
/** An assigned place in a dormitory. */
export type Room = Value<typeof Room>

/**
 * The room that a student was given. Apart from choosing a dormitory, whose texts no other page
 * needs.
 */
export const room = {
  /** The student's assigned room, or none (DORM-11). */
  assigned: read({
    path: '/orientation/selectDormInfo',
    who: 'student',
    offline: 'kept',
    input: record({ student: key('stuCode', text()) }),
    output: record({ room: key('data', maybe(Room)) }),
    rule: present('data', { orNull: true }),
  }),
}
