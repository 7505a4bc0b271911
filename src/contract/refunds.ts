import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { outsidePaymentTexts } from '../i18n/outside-payments.ts'
import { refundTexts } from '../i18n/refunds.ts'
import { type LocalizedText, validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  encodeUnchanged,
  lazyCodec,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, lenientDayField, maxCharacters, requiredTextField } from './fields.ts'
import { referenceField } from './outside-payments.ts'
import { oneOfCodec, pageOf, textKeys, wholeNumberKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** How money is returned: by the gateway, elsewhere, or as a payment of another year's fees. */
export const REFUND_WAYS = ['gateway', 'elsewhere', 'carry-over'] as const
/** The states of a refund, in their order. */
export const REFUND_STATES = [
  'requested',
  'approved',
  'processing',
  'stuck',
  'done',
  'failed',
  'rejected',
] as const
/** The channels by which money is paid back elsewhere. */
export const PAID_BACK_WAYS = ['bank', 'cash', 'finance'] as const

const picked = <const Values extends readonly string[]>(texts: Values, missing: LocalizedText) =>
  lazyCodec<Values[number]>({
    decode: () => v.picklist(texts, validationMessage(missing)),
    encode: encodeUnchanged,
  })

const person = {
  student: textCodec(),
  /** The student number, or the exam number of a student without one. */
  studentNumber: textCodec(),
  name: textCodec(),
}

const Refund = recordCodec({
  number: textCodec(),
  ...person,
  /** The payment: its transaction or reference, year, channel and amount in fen. */
  transaction: textCodec(),
  year: wholeNumberCodec,
  channel: textCodec(),
  paid: wholeNumberCodec,
  /** The amount that is returned, fen. */
  amount: wholeNumberCodec,
  way: textCodec(),
  /** The year whose fees are paid with it; 0 for none. */
  toYear: wholeNumberCodec,
  state: textCodec(),
  reason: textCodec(),
  /** Who requested and decided it, and when (ISO instants); '' for not yet. */
  ...textKeys('requestedBy', 'requestedAt', 'decidedBy', 'decidedAt', 'decisionNote'),
  /** The gateway's code for what went wrong; '' for nothing. */
  problem: textCodec(),
  /** The gateway's number, or channel, reference and day of the payment elsewhere. */
  ...textKeys('gatewayRefund', 'paidWay', 'paidReference', 'paidOn', 'doneAt'),
  /** Whether the caller requested it and so cannot approve it. */
  own: booleanCodec,
})
/** A refund, from its request to its end. */
export type Refund = CodecValue<typeof Refund>

const filter = {
  /** The search text: the number of a refund or payment, or a student's number, name or class. */
  find: textCodec(v.maxLength(64)),
  state: oneOfCodec(['', ...REFUND_STATES]),
  /** The first and the last day on which it was requested, YYYY-MM-DD; '' for no limit. */
  from: lenientDayField,
  to: lenientDayField,
}

const RefundablePayment = recordCodec({
  transaction: textCodec(),
  year: wholeNumberCodec,
  way: textCodec(),
  /** When it was paid, ISO instant; of a payment from outside the beginning of its day. */
  at: textCodec(),
  /** What was paid, and what of it can still be returned, fen. */
  amount: wholeNumberCodec,
  left: wholeNumberCodec,
  /** Whether the gateway can return it. */
  online: booleanCodec,
})

const Payer = recordCodec({
  ...person,
  payments: listCodec(RefundablePayment),
  /** What each year has too much, and what is owed for it, fen. */
  years: listCodec(recordCodec(wholeNumberKeys('year', 'excess', 'owed'))),
})
/** A student with the payments that can be refunded. */
export type RefundPayer = CodecValue<typeof Payer>

const Excess = recordCodec({
  ...person,
  year: wholeNumberCodec,
  /** What is paid beyond what is due for the year, and what of all years is being refunded, fen. */
  amount: wholeNumberCodec,
  pending: wholeNumberCodec,
})
/** A year for which a student has paid too much. */
export type FeeExcess = CodecValue<typeof Excess>

const number = requiredKey('number', requiredTextField(commonTexts.badField, 64))
const excessFilter = { find: textCodec(v.maxLength(64)) }

/** Refunds: requested by finance, approved by a second person, made by the gateway or elsewhere. */
export const refunds = {
  /** The refunds, newest first. */
  list: defineRead({
    path: '/api/manage/refunds/list',
    who: FINANCE,
    input: recordCodec({ ...filter, after: textCodec(v.maxLength(100)) }),
    output: pageOf('refunds', Refund),
  }),
  export: defineExport('/api/manage/exports/refunds', FINANCE, filter),
  /** The student with exactly this student or exam number; null if there is none. */
  payer: defineRead({
    path: '/api/manage/refunds/payer',
    who: FINANCE,
    input: recordCodec({
      number: requiredTextField(outsidePaymentTexts.numberNeeded, 32),
    }),
    output: recordCodec({ payer: requiredKey('data', nullableCodec(Payer)) }),
  }),
  /** The years for which students have paid too much, the largest amount first. */
  excess: defineRead({
    path: '/api/manage/refunds/excess',
    who: FINANCE,
    input: recordCodec({
      ...excessFilter,
      after: textCodec(v.maxLength(100)),
    }),
    output: pageOf('excess', Excess),
  }),
  exportExcess: defineExport('/api/manage/exports/excess', FINANCE, excessFilter),
  /** Requests a refund; refused if less is left of the payment. */
  request: defineWrite({
    path: '/api/manage/refunds/request',
    who: FINANCE,
    input: recordCodec({
      transaction: requiredTextField(commonTexts.badField, 64),
      /** Fen. */
      amount: wholeNumberCodec,
      way: picked(REFUND_WAYS, refundTexts.wayNeeded),
      /** The year whose fees are paid with it, for 'carry-over'; otherwise 0. */
      toYear: wholeNumberCodec,
      reason: requiredTextField(refundTexts.reasonNeeded, 200),
    }),
  }),
  /**
   * Approves a request of another person, or rejects one. An approved refund through the gateway is
   * sent to it during the call.
   */
  decide: defineWrite({
    path: '/api/manage/refunds/decide',
    who: FINANCE,
    ownsTransactions: true,
    input: recordCodec({
      number,
      approved: booleanCodec,
      /** Needed to reject. */
      note: textCodec(maxCharacters(200)),
      /** The state that the caller saw: a refund that has changed since then is not decided. */
      seen: optionalKey('seen', textCodec(maxCharacters(20))),
    }),
  }),
  /** Records that an approved refund was paid back elsewhere; a reference counts once. */
  markPaid: defineWrite({
    path: '/api/manage/refunds/markPaid',
    who: FINANCE,
    input: recordCodec({
      number,
      way: picked(PAID_BACK_WAYS, outsidePaymentTexts.wayNeeded),
      reference: referenceField,
      paidOn: dayField(refundTexts.dayNeeded),
    }),
  }),
  /** Asks the gateway now about a refund that has not ended. */
  check: defineWrite({
    path: '/api/manage/refunds/check',
    who: FINANCE,
    ownsTransactions: true,
    input: recordCodec({ number }),
  }),
}
