import * as v from 'valibot'
import { dormChoiceTexts } from '../i18n/dorm-choice.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { fenField } from './fields.ts'
import { acceptIfKeyEquals } from './rules.ts'

const DormType = recordCodec({
  id: requiredKey('roomType', textCodec()),
  name: requiredKey('housetypeName', textCodec()),
  /** Absent on other backends. */
  placesLeft: optionalKey('remain', wholeNumberCodec),
  /** Fen per year; absent on other backends. */
  price: optionalKey('price', fenField),
})
/** A type of room on offer, or the chosen one. */
export type DormType = CodecValue<typeof DormType>

const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })

/** Dormitories (DORM). Choosing is online only because beds are scarce (D-48). */
export const dorm = {
  /** The student's choice, or null (DORM-06). */
  chosen: defineRead({
    path: '/api/dormitoryType/stuDormitoryType',
    who: 'student',
    input: ByStudent,
    output: recordCodec({ type: requiredKey('results', nullableCodec(DormType)) }),
  }),
  /** The types on offer (DORM-07). */
  types: defineRead({
    path: '/api/dormitoryType/QueryDormitoryType',
    who: 'student',
    input: ByStudent,
    output: recordCodec({
      types: requiredKey('results', listCodec(DormType)),
      /**
       * How long a chosen bed is reserved for a payment, seconds; 0 if it is confirmed at once.
       * Absent on other backends.
       */
      holdSeconds: optionalKey('holdSeconds', wholeNumberCodec),
    }),
  }),
  /** Chooses this type: reserves a bed of it, by the server's clock (DORM-08). */
  choose: defineWrite({
    path: '/api/dormitoryType/insert',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      type: requiredKey(
        'housetype',
        textCodec(v.nonEmpty(validationMessage(dormChoiceTexts.typeRequired))),
      ),
      step: requiredKey('processId', textCodec()),
    }),
    rule: acceptIfKeyEquals({ key: 'code', good: '0', bad: '-1', says: 'results' }),
  }),
  /**
   * The seconds for which the bed is still reserved: 0 if the reservation is over or nothing is
   * chosen, -1 if there is no countdown (D-49).
   */
  hold: defineRead({
    path: '/api/dormitoryType/queryTime',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      step: requiredKey('processId', wholeNumberCodec),
    }),
    output: recordCodec({ seconds: requiredKey('results', wholeNumberCodec) }),
  }),
}
