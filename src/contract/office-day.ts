import { commonTexts } from '../i18n/common.ts'
import { defineRead } from './call.ts'
import {
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { dayField } from './fields.ts'
import { ROLES } from './roles.ts'

/** What can wait for a person of the office. */
export const WAITING_KINDS = [
  /** Applications for a loan or for a deferral that nobody has decided. */
  'loans',
  'households',
  'transfers',
  /** Requests of new students to arrive late. */
  'late-arrivals',
  /** Complaints and requests without an answer. */
  'complaints',
  /** The refused rows of the newest import of each kind. */
  'refused-rows',
  'payment-incidents',
  /** Scans of arrivals that are still on a phone. */
  'held-scans',
  /** New students without a bed. */
  'without-bed',
] as const
/** One of the kinds. */
export type WaitingKind = (typeof WAITING_KINDS)[number]

const Waiting = recordCodec({
  /** One of `WAITING_KINDS`; a later backend can send others. */
  kind: textCodec(),
  count: wholeNumberCodec,
  /** How many of them have waited for more than a day, and for more than three days. */
  overOneDay: wholeNumberCodec,
  overThreeDays: wholeNumberCodec,
  /** Since when the oldest one waits, ISO instant; '' if that is not known. */
  oldestAt: textCodec(),
})
/** One kind of waiting work, and how much of it there is. */
export type WaitingWork = CodecValue<typeof Waiting>

const Hour = recordCodec({
  /** The hour of the day in China, 00 to 23. */
  hour: textCodec(),
  /** The students whose travel form names this hour. */
  announced: wholeNumberCodec,
  arrived: wholeNumberCodec,
})
const Step = recordCodec({
  title: textCodec(),
  /** The students who have this step, and those who have finished it. */
  expected: wholeNumberCodec,
  done: wholeNumberCodec,
})
const PaymentDay = recordCodec({
  /** China time, YYYY-MM-DD. */
  day: textCodec(),
  count: wholeNumberCodec,
  /** Fen; what was taken back on that day is subtracted. */
  amount: wholeNumberCodec,
})
const Building = recordCodec({
  building: textCodec(),
  beds: wholeNumberCodec,
  taken: wholeNumberCodec,
})

const Pictures = recordCodec({
  /** The arrivals of the day by hour; hours without either number are left out. */
  arrivals: optionalKey('arrivals', listCodec(Hour)),
  /** This year's new students by step, in the order of the steps. */
  steps: optionalKey('steps', listCodec(Step)),
  /** The payments of each of the fourteen days up to the day. */
  payments: optionalKey('payments', listCodec(PaymentDay)),
  beds: optionalKey('beds', listCodec(Building)),
})
/** The figures of a day in the office. A figure that the caller may not see is absent. */
export type OfficeDayPictures = CodecValue<typeof Pictures>

/** The first page of the office. The backend decides by the caller's roles what an answer has. */
export const officeDay = {
  /** What waits for the caller, in the order of `WAITING_KINDS`; also kinds of which none waits. */
  waiting: defineRead({
    path: '/api/manage/day/waiting',
    who: ROLES,
    input: recordCodec({}),
    output: recordCodec({ waiting: requiredKey('data', listCodec(Waiting)) }),
  }),
  pictures: defineRead({
    path: '/api/manage/day/pictures',
    who: ROLES,
    input: recordCodec({ day: dayField(commonTexts.requiredDate) }),
    output: recordCodec({ pictures: requiredKey('data', Pictures) }),
  }),
}
