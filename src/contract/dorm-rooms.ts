import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { BED_ROLES } from './bed-allocation.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { acceptIfCodeZero } from './rules.ts'

const bedFields = {
  building: requiredKey('building', requiredTextField(commonTexts.badField)),
  room: requiredKey('room', requiredTextField(commonTexts.badField, 20)),
  bed: requiredKey('bed', requiredTextField(commonTexts.badField, 20)),
}
const reason = requiredKey('reason', requiredTextField(officeTexts.reasonNeeded, 200))

const Resident = recordCodec({
  bed: requiredKey('bed', textCodec()),
  /** The code of the resident; '' for a free bed, as in the next three. */
  student: requiredKey('student', textCodec()),
  number: requiredKey('number', textCodec()),
  name: requiredKey('name', textCodec()),
  className: requiredKey('className', textCodec()),
  isArrived: requiredKey('arrived', booleanCodec),
})
/** A bed of a room with its resident. */
export type BedResident = CodecValue<typeof Resident>

const DormRoom = recordCodec({
  building: requiredKey('building', textCodec()),
  room: requiredKey('room', textCodec()),
  type: requiredKey('type', textCodec()),
  /** '1' for men, '2' for women, '' for both. */
  gender: requiredKey('gender', textCodec()),
  /** Why the room is closed; '' if it is open. */
  closedFor: requiredKey('closedFor', textCodec()),
  beds: requiredKey('beds', listCodec(Resident)),
})
/** A room of a dormitory with its residents. */
export type DormRoom = CodecValue<typeof DormRoom>

/** The rooms of the dormitories and their residents, for the office: online only. */
export const dormRooms = {
  /** The buildings, and the rooms of one building; '' for the closed rooms of all buildings. */
  list: defineRead({
    path: '/api/manage/dormRooms/list',
    who: BED_ROLES,
    offline: 'online-only',
    input: recordCodec({ building: requiredKey('building', textCodec(v.maxLength(100))) }),
    output: recordCodec({
      buildings: requiredKey(
        'buildings',
        listCodec(
          recordCodec({
            building: requiredKey('building', textCodec()),
            rooms: requiredKey('rooms', wholeNumberCodec),
            beds: requiredKey('beds', wholeNumberCodec),
            taken: requiredKey('taken', wholeNumberCodec),
            closed: requiredKey('closed', wholeNumberCodec),
            /** The residents of closed rooms. */
            mustMove: requiredKey('mustMove', wholeNumberCodec),
          }),
        ),
      ),
      rooms: requiredKey('rooms', listCodec(DormRoom)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Moves a student to another bed. If somebody lives there, the two swap. */
  move: defineWrite({
    path: '/api/manage/dormRooms/move',
    who: BED_ROLES,
    input: recordCodec({
      student: requiredKey('student', requiredTextField(commonTexts.badField, 64)),
      /** The bed in which the caller saw the student. */
      from: requiredKey('from', recordCodec(bedFields)),
      to: requiredKey('to', recordCodec(bedFields)),
      /** The student whom the caller saw in the other bed; '' for nobody. */
      other: requiredKey('other', textCodec(v.maxLength(64))),
      reason,
    }),
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  }),
  /** Closes a room, so that it takes nobody any more; its residents stay until they move. */
  close: defineWrite({
    path: '/api/manage/dormRooms/close',
    who: BED_ROLES,
    input: recordCodec({ building: bedFields.building, room: bedFields.room, reason }),
    output: recordCodec({ mustMove: requiredKey('mustMove', wholeNumberCodec) }),
    rule: acceptIfCodeZero,
  }),
  /** Opens a closed room again. */
  reopen: defineWrite({
    path: '/api/manage/dormRooms/reopen',
    who: BED_ROLES,
    input: recordCodec({ building: bedFields.building, room: bedFields.room, reason }),
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  }),
}
