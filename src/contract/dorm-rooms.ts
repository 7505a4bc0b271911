import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { BED_ROLES } from './bed-allocation.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { textKeys, wholeNumberKeys } from './record-keys.ts'

const bedFields = {
  building: requiredTextField(commonTexts.badField),
  room: requiredTextField(commonTexts.badField, 20),
  bed: requiredTextField(commonTexts.badField, 20),
}
const reason = requiredKey('reason', requiredTextField(officeTexts.reasonNeeded, 200))

const Resident = recordCodec({
  bed: textCodec(),
  /** The code of the resident; '' for a free bed, as in the next three. */
  ...textKeys('student', 'number', 'name', 'className'),
  isArrived: requiredKey('arrived', booleanCodec),
  /** When the key was handed over, ISO instant; '' if it was not. */
  keyAt: textCodec(),
  /** Whether the student has withdrawn, and still has the bed. */
  hasWithdrawn: optionalKey('withdrawn', booleanCodec),
})
/** A bed of a room with its resident. */
export type BedResident = CodecValue<typeof Resident>

const DormRoom = recordCodec({
  ...textKeys('building', 'room', 'type'),
  /** '1' for men, '2' for women, '' for both. */
  gender: textCodec(),
  /** Why the room is closed; '' if it is open. */
  closedFor: textCodec(),
  beds: listCodec(Resident),
})
/** A room of a dormitory with its residents. */
export type DormRoom = CodecValue<typeof DormRoom>

/** The rooms of the dormitories and their residents, for the office: online only. */
export const dormRooms = {
  /** The buildings, and the rooms of one building; '' for the closed rooms of all buildings. */
  list: defineRead({
    path: '/api/manage/dormRooms/list',
    who: BED_ROLES,
    input: recordCodec({ building: textCodec(v.maxLength(100)) }),
    output: recordCodec({
      buildings: listCodec(
        recordCodec({
          building: textCodec(),
          ...wholeNumberKeys('rooms', 'beds', 'taken', 'closed'),
          /** The residents of closed rooms. */
          mustMove: wholeNumberCodec,
        }),
      ),
      rooms: listCodec(DormRoom),
    }),
  }),
  /** Moves a student to another bed. If somebody lives there, the two swap. */
  move: defineWrite({
    path: '/api/manage/dormRooms/move',
    who: BED_ROLES,
    input: recordCodec({
      student: requiredTextField(commonTexts.badField, 64),
      /** The bed in which the caller saw the student. */
      from: recordCodec(bedFields),
      to: recordCodec(bedFields),
      /** The student whom the caller saw in the other bed; '' for nobody. */
      other: textCodec(v.maxLength(64)),
      reason,
    }),
  }),
  /** Closes a room, so that it takes nobody any more; its residents stay until they move. */
  close: defineWrite({
    path: '/api/manage/dormRooms/close',
    who: BED_ROLES,
    input: recordCodec({ building: bedFields.building, room: bedFields.room, reason }),
    output: recordCodec({ mustMove: wholeNumberCodec }),
  }),
  /** Opens a closed room again. */
  reopen: defineWrite({
    path: '/api/manage/dormRooms/reopen',
    who: BED_ROLES,
    input: recordCodec({ building: bedFields.building, room: bedFields.room, reason }),
  }),
}
