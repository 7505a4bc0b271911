import { commonTexts } from '../i18n/common.ts'
import { lateArrivalTexts } from '../i18n/late-arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
} from './codec.ts'
import { dayField, longTextField, requiredTextField } from './fields.ts'
import { oneOfCodec } from './record-keys.ts'

/** The recorded reasons why a student has not arrived. */
export const ABSENCE_KINDS = ['late', 'leave', 'declined', 'unreachable', 'other'] as const
/** One of the reasons. */
export type AbsenceKind = (typeof ABSENCE_KINDS)[number]
const absenceKindCodec = oneOfCodec(ABSENCE_KINDS)
/** The codec of a recorded reason in a list. */
export const absenceCodec = recordCodec({
  kind: absenceKindCodec,
  /** The day on which the student is expected, YYYY-MM-DD; '' if it is not known. */
  expectedOn: textCodec(),
})
/** The reason that is recorded now, without its note, for lists that more roles see. */
export type Absence = CodecValue<typeof absenceCodec>

/** The states of a request for a late arrival. */
export const LATE_ARRIVAL_STATES = ['waiting', 'granted', 'refused', 'withdrawn'] as const
/** One of the states. */
export type LateArrivalState = (typeof LATE_ARRIVAL_STATES)[number]

/** The codec of a request. */
export const lateArrivalRequestCodec = recordCodec({
  id: textCodec(),
  reason: textCodec(),
  /** YYYY-MM-DD. */
  expectedOn: textCodec(),
  /** ISO instant. */
  requestedAt: textCodec(),
  state: oneOfCodec(LATE_ARRIVAL_STATES),
  /** The text of the answer; '' without one. */
  answer: textCodec(),
})
/** A student's request to arrive late. */
export type LateArrivalRequest = CodecValue<typeof lateArrivalRequestCodec>
const RequestInput = recordCodec({
  reason: longTextField(lateArrivalTexts.reasonNeeded, 200),
  expectedOn: dayField(lateArrivalTexts.dayNeeded),
})
/** The rules of the form. */
export const lateArrivalRequestSchema = RequestInput.schema

const done = { who: 'student', output: recordCodec({}) } as const

/** A new student's requests to arrive late: online only, as every application. */
export const lateArrivals = {
  mine: defineRead({
    path: '/api/lateArrivals/mine',
    who: 'student',
    input: recordCodec({}),
    output: recordCodec({
      /** Newest first. */
      requests: requiredKey('data', listCodec(lateArrivalRequestCodec)),
      /** Whether the student can ask: a new student who has not arrived. */
      canAsk: booleanCodec,
    }),
  }),
  /** Asks for a late arrival. A request that waits is replaced. */
  ask: defineWrite({ path: '/api/lateArrivals/ask', ...done, input: RequestInput }),
  withdraw: defineWrite({
    path: '/api/lateArrivals/withdraw',
    ...done,
    input: recordCodec({ id: requiredTextField(commonTexts.badField, 64) }),
  }),
}
