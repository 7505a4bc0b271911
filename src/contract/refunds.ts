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
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, lenientDayField, maxCharacters, requiredTextField } from './fields.ts'
import { normalizeReference } from './outside-payments.ts'
import { oneOfCodec, pageOf, textKeys, wholeNumberKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

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
  student: requiredKey('student', textCodec()),
  /** The student number, or the exam number of a student without one. */
  studentNumber: requiredKey('studentNumber', textCodec()),
  name: requiredKey('name', textCodec()),
}

const Refund = recordCodec({
  number: requiredKey('number', textCodec()),
  ...person,
  /** The payment: its transaction or reference, year, channel and amount in fen. */
  transaction: requiredKey('transaction', textCodec()),
  year: requiredKey('year', wholeNumberCodec),
  channel: requiredKey('channel', textCodec()),
  paid: requiredKey('paid', wholeNumberCodec),
  /** The amount that is returned, fen. */
  amount: requiredKey('amount', wholeNumberCodec),
  way: requiredKey('way', textCodec()),
  /** The year whose fees are paid with it; 0 for none. */
  toYear: requiredKey('toYear', wholeNumberCodec),
  state: requiredKey('state', textCodec()),
  reason: requiredKey('reason', textCodec()),
  /** Who requested and decided it, and when (ISO instants); '' for not yet. */
  ...textKeys('requestedBy', 'requestedAt', 'decidedBy', 'decidedAt', 'decisionNote'),
  /** The gateway's code for what went wrong; '' for nothing. */
  problem: requiredKey('problem', textCodec()),
  /** The gateway's number, or channel, reference and day of the payment elsewhere. */
  ...textKeys('gatewayRefund', 'paidWay', 'paidReference', 'paidOn', 'doneAt'),
  /** Whether the caller requested it and so cannot approve it. */
  own: requiredKey('own', booleanCodec),
})
/** A refund, from its request to its end. */
export type Refund = CodecValue<typeof Refund>

const filter = {
  /** The search text: the number of a refund or payment, or a student's number, name or class. */
  find: requiredKey('find', textCodec(v.maxLength(64))),
  state: requiredKey('state', oneOfCodec(['', ...REFUND_STATES])),
  /** The first and the last day on which it was requested, YYYY-MM-DD; '' for no limit. */
  from: requiredKey('from', lenientDayField),
  to: requiredKey('to', lenientDayField),
}

const RefundablePayment = recordCodec({
  transaction: requiredKey('transaction', textCodec()),
  year: requiredKey('year', wholeNumberCodec),
  way: requiredKey('way', textCodec()),
  at: requiredKey('at', textCodec()),
  /** What was paid, and what of it can still be returned, fen. */
  amount: requiredKey('amount', wholeNumberCodec),
  left: requiredKey('left', wholeNumberCodec),
  /** Whether the gateway can return it. */
  online: requiredKey('online', booleanCodec),
})

const Payer = recordCodec({
  ...person,
  payments: requiredKey('payments', listCodec(RefundablePayment)),
  /** What each year has too much, and what is owed for it, fen. */
  years: requiredKey('years', listCodec(recordCodec(wholeNumberKeys('year', 'excess', 'owed')))),
})
/** A student with the payments that can be refunded. */
export type RefundPayer = CodecValue<typeof Payer>

const Excess = recordCodec({
  ...person,
  year: requiredKey('year', wholeNumberCodec),
  /** What is paid beyond what is due for the year, and what of all years is being refunded, fen. */
  amount: requiredKey('amount', wholeNumberCodec),
  pending: requiredKey('pending', wholeNumberCodec),
})
/** A year for which a student has paid too much. */
export type FeeExcess = CodecValue<typeof Excess>

const number = requiredKey('number', requiredTextField(commonTexts.badField, 64))
const excessFilter = { find: requiredKey('find', textCodec(v.maxLength(64))) }

/** Refunds: requested by finance, approved by a second person, made by the gateway or elsewhere. */
export const refunds = {
  /** The refunds, newest first. */
  list: defineRead({
    path: '/api/manage/refunds/list',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({ ...filter, after: requiredKey('after', textCodec(v.maxLength(100))) }),
    output: pageOf('refunds', Refund),
    rule: acceptIfCodeZero,
  }),
  export: defineExport('/api/manage/exports/refunds', FINANCE, filter),
  /** The student with exactly this student or exam number; null if there is none. */
  payer: defineRead({
    path: '/api/manage/refunds/payer',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({
      number: requiredKey('number', requiredTextField(outsidePaymentTexts.numberNeeded, 32)),
    }),
    output: recordCodec({ payer: requiredKey('data', nullableCodec(Payer)) }),
    rule: acceptIfCodeZero,
  }),
  /** The years for which students have paid too much, the largest amount first. */
  excess: defineRead({
    path: '/api/manage/refunds/excess',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({
      ...excessFilter,
      after: requiredKey('after', textCodec(v.maxLength(100))),
    }),
    output: pageOf('excess', Excess),
    rule: acceptIfCodeZero,
  }),
  exportExcess: defineExport('/api/manage/exports/excess', FINANCE, excessFilter),
  /** Requests a refund; refused if less is left of the payment. */
  request: defineWrite({
    path: '/api/manage/refunds/request',
    who: FINANCE,
    input: recordCodec({
      transaction: requiredKey('transaction', requiredTextField(commonTexts.badField, 64)),
      /** Fen. */
      amount: requiredKey('amount', wholeNumberCodec),
      way: requiredKey('way', picked(REFUND_WAYS, refundTexts.wayNeeded)),
      /** The year whose fees are paid with it, for 'carry-over'; otherwise 0. */
      toYear: requiredKey('toYear', wholeNumberCodec),
      reason: requiredKey('reason', requiredTextField(refundTexts.reasonNeeded, 200)),
    }),
    rule: acceptIfCodeZero,
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
      approved: requiredKey('approved', booleanCodec),
      /** Needed to reject. */
      note: requiredKey('note', textCodec(maxCharacters(200))),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Records that an approved refund was paid back elsewhere; a reference counts once. */
  markPaid: defineWrite({
    path: '/api/manage/refunds/markPaid',
    who: FINANCE,
    input: recordCodec({
      number,
      way: requiredKey('way', picked(PAID_BACK_WAYS, outsidePaymentTexts.wayNeeded)),
      reference: requiredKey(
        'reference',
        textCodec(
          v.check(
            (text) => normalizeReference(text) !== undefined,
            validationMessage(outsidePaymentTexts.referenceWrong),
          ),
        ),
      ),
      paidOn: requiredKey('paidOn', dayField(refundTexts.dayNeeded)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Asks the gateway now about a refund that has not ended. */
  check: defineWrite({
    path: '/api/manage/refunds/check',
    who: FINANCE,
    ownsTransactions: true,
    input: recordCodec({ number }),
    rule: acceptIfCodeZero,
  }),
}
