import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { outsidePaymentTexts } from '../i18n/outside-payments.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  listCodec,
  nullableCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import {
  choiceField,
  dayField,
  lenientDayField,
  maxCharacters,
  requiredTextField,
} from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** The channels of payments that do not come through the gateway. */
export const OUTSIDE_PAYMENT_WAYS = ['bank', 'cash', 'finance', 'scholarship', 'waiver'] as const
/** The largest payment that can be recorded, fen. */
export const MAX_OUTSIDE_PAYMENT_FEN = 100_000_000

/**
 * Normalizes a reference, so that a receipt that is typed in two ways is recognized: half-width
 * capitals without spaces. Undefined if the text cannot be a reference.
 */
export function normalizeReference(text: string): string | undefined {
  const reference = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]+/gu, '')
    .toUpperCase()
  // A colon is used by the entries that the books name themselves.
  return /^[\p{L}\p{N}][\p{L}\p{N}._/#-]{0,63}$/u.test(reference) ? reference : undefined
}

const Entry = recordCodec({
  reference: textCodec(),
  student: textCodec(),
  /** The student number, or the exam number of a student without one. */
  studentNumber: textCodec(),
  name: textCodec(),
  year: wholeNumberCodec,
  way: textCodec(),
  /** Fen; `surplus` is the part above what was owed. */
  amount: wholeNumberCodec,
  surplus: wholeNumberCodec,
  /** The charges that it pays, in the order of the year, such as '2026 学费'. */
  items: listCodec(textCodec()),
  /** The day of the payment, China time, YYYY-MM-DD. */
  paidOn: textCodec(),
  /** When, by whom and where it was recorded; `by` is '' for the command line. */
  ...textKeys('at', 'by', 'source', 'note'),
  /** The counter-entry; null while the payment counts. */
  takenBack: nullableCodec(recordCodec(textKeys('at', 'by', 'note'))),
})
/** A payment from outside in the books, with its counter-entry. */
export type OutsidePaymentEntry = CodecValue<typeof Entry>

const wayOrAny = oneOfCodec(['', ...OUTSIDE_PAYMENT_WAYS])

const filter = {
  /** The search text: a reference, or a student's number, name or class. */
  find: textCodec(v.maxLength(64)),
  way: wayOrAny,
  /** The first and the last day on which it was recorded, YYYY-MM-DD; '' for no limit. */
  from: lenientDayField,
  to: lenientDayField,
}

const Payer = recordCodec({
  ...textKeys('student', 'studentNumber', 'name', 'className'),
  /** The charges with what is owed, fen, the newest year first. */
  charges: listCodec(
    recordCodec({
      year: wholeNumberCodec,
      item: textCodec(),
      owed: wholeNumberCodec,
    }),
  ),
})
/** A student for whom a payment is recorded. */
export type OutsidePayer = CodecValue<typeof Payer>

/** The reference of a payment that did not come through the gateway. */
export const referenceField = textCodec(
  v.check(
    (text) => normalizeReference(text) !== undefined,
    validationMessage(outsidePaymentTexts.referenceWrong),
  ),
)
const reason = requiredKey('reason', requiredTextField(outsidePaymentTexts.reasonNeeded, 200))

/** Payments that finance records because they did not come through the gateway. */
export const outsidePayments = {
  /** The payments, newest first. */
  list: defineRead({
    path: '/api/manage/outsidePayments/list',
    who: FINANCE,
    input: recordCodec({ ...filter, after: textCodec(v.maxLength(150)) }),
    output: pageOf('entries', Entry),
  }),
  export: defineExport('/api/manage/exports/outsidePayments', FINANCE, filter),
  /** The student with exactly this student or exam number; null if there is none. */
  payer: defineRead({
    path: '/api/manage/outsidePayments/payer',
    who: FINANCE,
    input: recordCodec({
      number: requiredTextField(outsidePaymentTexts.numberNeeded, 32),
    }),
    output: recordCodec({ payer: requiredKey('data', nullableCodec(Payer)) }),
  }),
  /** Records a payment; refused if its reference is in the books. */
  record: defineWrite({
    path: '/api/manage/outsidePayments/record',
    who: FINANCE,
    input: recordCodec({
      student: requiredTextField(commonTexts.badField, 64),
      year: wholeNumberCodec,
      /** The item that is paid first; '' for none. */
      item: textCodec(maxCharacters(50)),
      /** Fen, from 1 to `MAX_OUTSIDE_PAYMENT_FEN`. */
      amount: wholeNumberCodec,
      paidOn: dayField(outsidePaymentTexts.dayNeeded),
      way: choiceField(OUTSIDE_PAYMENT_WAYS, outsidePaymentTexts.wayNeeded),
      reference: referenceField,
      note: textCodec(maxCharacters(200)),
    }),
  }),
  /** Takes a payment back by a counter-entry. */
  takeBack: defineWrite({
    path: '/api/manage/outsidePayments/takeBack',
    who: FINANCE,
    input: recordCodec({ reference: referenceField, reason }),
  }),
}
