import * as v from 'valibot'
import { dormChoiceTexts } from '../i18n/dorm-choice.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  key,
  list,
  maybe,
  optionalKey,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { money } from './fields.ts'
import { codeZero, keyValueRule } from './rules.ts'

const DormType = record({
  id: key('roomType', text()),
  name: key('housetypeName', text()),
  /** Absent on other backends. */
  placesLeft: optionalKey('remain', wholeNumber),
  /** Fen per year; absent on other backends. */
  price: optionalKey('price', money),
})
/** A type of room on offer, or the chosen one. */
export type DormType = CodecValue<typeof DormType>

const ByStudent = record({ student: key('stuCode', text()) })

/** Dormitories (DORM). Choosing is online only because beds are scarce (D-48). */
export const dorm = {
  /** The student's choice, or null (DORM-06). */
  chosen: defineRead({
    path: '/api/dormitoryType/stuDormitoryType',
    who: 'student',
    offline: 'online-only',
    input: ByStudent,
    output: record({ type: key('results', maybe(DormType)) }),
    rule: codeZero,
  }),
  /** The types on offer (DORM-07). */
  types: defineRead({
    path: '/api/dormitoryType/QueryDormitoryType',
    who: 'student',
    offline: 'online-only',
    input: ByStudent,
    output: record({
      types: key('results', list(DormType)),
      /**
       * How long a chosen bed is reserved for a payment, seconds; 0 if it is confirmed at once.
       * Absent on other backends.
       */
      holdSeconds: optionalKey('holdSeconds', wholeNumber),
    }),
    rule: codeZero,
  }),
  /** Chooses this type: reserves a bed of it, by the server's clock (DORM-08). */
  choose: defineWrite({
    path: '/api/dormitoryType/insert',
    who: 'student',
    input: record({
      student: key('stuCode', text()),
      type: key('housetype', text(v.nonEmpty(validationMessage(dormChoiceTexts.typeRequired)))),
      step: key('processId', text()),
    }),
    output: record({}),
    rule: keyValueRule({ key: 'code', good: '0', bad: '-1', says: 'results' }),
  }),
  /**
   * The seconds for which the bed is still reserved: 0 if the reservation is over or nothing is
   * chosen, -1 if there is no countdown (D-49).
   */
  hold: defineRead({
    path: '/api/dormitoryType/queryTime',
    who: 'student',
    offline: 'online-only',
    input: record({ student: key('stuCode', text()), step: key('processId', wholeNumber) }),
    output: record({ seconds: key('results', wholeNumber) }),
    rule: codeZero,
  }),
}
