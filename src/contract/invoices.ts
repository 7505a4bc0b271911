import * as v from 'valibot'
import { defineRead } from './call.ts'
import {
  listCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { lenientDayField } from './fields.ts'
import { oneOfCodec, pageOf } from './record-keys.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/**
 * The states of a payment: no valid invoice yet for what was kept of it; all of it invoiced; invoiced
 * with more than was kept, since it was refunded or taken back; cancelled after all was returned.
 */
export const INVOICE_STATES = ['missing', 'issued', 'red-needed', 'reversed'] as const
/** The kinds of invoices: one for money, and a red one that cancels it. */
export const INVOICE_KINDS = ['issued', 'red'] as const

const invoiceFields = {
  code: textCodec(),
  number: textCodec(),
  /** '' for none. */
  checkCode: textCodec(),
  /** The day of issue, YYYY-MM-DD. */
  day: textCodec(),
  /** Fen. */
  amount: wholeNumberCodec,
  /** 'valid', 'cancelled' by a red invoice, or 'red'. */
  state: textCodec(),
  /** Where it can be looked at, an https address; '' for none. */
  url: textCodec(),
}

const OwnInvoice = recordCodec({
  ...invoiceFields,
  /** The payment: its channel, year, and day (YYYY-MM-DD). */
  way: textCodec(),
  year: wholeNumberCodec,
  paidOn: textCodec(),
})
/** An invoice of one of the student's payments. */
export type OwnInvoice = CodecValue<typeof OwnInvoice>

const InvoicedPayment = recordCodec({
  transaction: textCodec(),
  student: textCodec(),
  /** The student number, or the exam number of a student without one. */
  studentNumber: textCodec(),
  name: textCodec(),
  year: wholeNumberCodec,
  way: textCodec(),
  paidOn: textCodec(),
  /** What was paid, and what is left of it after refunds, fen. */
  amount: wholeNumberCodec,
  kept: wholeNumberCodec,
  state: textCodec(),
  invoices: listCodec(recordCodec(invoiceFields)),
})
/** A payment with its invoices. */
export type InvoicedPayment = CodecValue<typeof InvoicedPayment>

const filter = {
  /** The search text: a reference, an invoice's number, or a student's number, name or class. */
  find: textCodec(v.maxLength(64)),
  state: oneOfCodec(['', ...INVOICE_STATES]),
  /** The first and the last day on which the payment was recorded, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDayField),
  to: optionalKey('to', lenientDayField),
}

/** Invoices (财政电子票据): what another system needs to issue them, and what it has issued. */
export const invoices = {
  /** The invoices of the caller's payments, the newest payment first. */
  own: defineRead({
    path: '/api/fees/invoices',
    who: 'student',
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({ invoices: requiredKey('data', listCodec(OwnInvoice)) }),
    rule: acceptIfCodeZero,
  }),
  /** The payments that need an invoice, with those that they have, newest first. */
  list: defineRead({
    path: '/api/manage/invoices/list',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({ ...filter, after: textCodec(v.maxLength(150)) }),
    output: pageOf('payments', InvoicedPayment),
    rule: acceptIfCodeZero,
  }),
  /** What the invoicing system needs of these payments: one row for each fee item. */
  export: defineExport('/api/manage/exports/invoices', FINANCE, filter),
}
