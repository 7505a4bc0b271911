import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { financeTexts } from '../i18n/finance.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  flag,
  key,
  lazyCodec,
  list,
  maybe,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { day, lenientDay, requiredText } from './fields.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** The states of an order; '' in a filter is any. */
export const ORDER_STATES = ['open', 'checking', 'paid', 'closed'] as const
/** The states of an incident; '' in a filter is any. */
export const INCIDENT_STATES = ['open', 'handled'] as const
/** The kinds of differences between the gateway's books and the credits. */
const DIFFERENCES = [
  'not-credited',
  'credited-otherwise',
  'given-back',
  'not-taken',
  'not-asked',
] as const

const oneOf = <const Words extends readonly string[]>(texts: Words) =>
  lazyCodec<Words[number]>({ decode: () => v.picklist(texts), encode: passThrough })

const id = key('id', requiredText(commonTexts.badField, 20))

const Totals = record({
  /** China time, YYYY-MM-DD. */
  day: key('day', text()),
  /** What was credited on that day, fen; `surplus` is the part above what was owed. */
  channels: key(
    'channels',
    list(
      record({
        way: key('way', text()),
        count: key('count', wholeNumber),
        amount: key('amount', wholeNumber),
        surplus: key('surplus', wholeNumber),
      }),
    ),
  ),
  /** The orders created on that day, by their current state. */
  orders: key(
    'orders',
    list(
      record({
        state: key('state', text()),
        count: key('count', wholeNumber),
        amount: key('amount', wholeNumber),
      }),
    ),
  ),
  /** The refunds that were detected on that day. */
  refunds: key(
    'refunds',
    record({ count: key('count', wholeNumber), amount: key('amount', wholeNumber) }),
  ),
  /** The number of unhandled incidents of all days. */
  incidents: key('incidents', wholeNumber),
})
/** The money of a day in China time; amounts in fen. */
export type DayTotals = CodecValue<typeof Totals>

const Order = record({
  number: key('number', text()),
  student: key('student', text()),
  /** The student number, or the exam number of a student without one. */
  studentNumber: key('studentNumber', text()),
  name: key('name', text()),
  year: key('year', wholeNumber),
  /** Fen. */
  amount: key('amount', wholeNumber),
  state: key('state', text()),
  /** When it was created and paid, ISO instants; '' for never. */
  at: key('at', text()),
  paidAt: key('paidAt', text()),
  /** The channel and the gateway's transaction number; '' while nothing was paid. */
  way: key('way', text()),
  transaction: key('transaction', text()),
})
/** An order of the payment service, with its student and payment. */
export type FinanceOrder = CodecValue<typeof Order>

const orderFilter = {
  /** The number of an order or payment, or a student's number, name or class. */
  find: key('find', text(v.maxLength(64))),
  state: key('state', oneOf(['', ...ORDER_STATES])),
  /** The first and the last day, China time, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDay),
  to: optionalKey('to', lenientDay),
}

const Incident = record({
  id,
  kind: key('kind', text()),
  orderNumber: key('orderNumber', text()),
  transaction: key('transaction', text()),
  /** Fen. */
  amount: key('amount', wholeNumber),
  at: key('at', text()),
  /** The student of the order; '' if no order is known. */
  student: key('student', text()),
  studentNumber: key('studentNumber', text()),
  name: key('name', text()),
  /** ISO instant; '' while it is unhandled. */
  handledAt: key('handledAt', text()),
  handledBy: key('handledBy', text()),
  note: key('note', text()),
})
/** A payment problem that a person has to handle. */
export type PaymentIncident = CodecValue<typeof Incident>

const incidentFilter = { state: key('state', oneOf(['', ...INCIDENT_STATES])) }

const ReconciliationDifference = record({
  kind: key('kind', oneOf(DIFFERENCES)),
  transaction: key('transaction', text()),
  /** The order number in the gateway's books, or in the credit if there is only a credit. */
  number: key('number', text()),
  /** What the gateway received, fen; null if it has no such payment. */
  taken: key('taken', maybe(wholeNumber)),
  /** What was credited, fen; null if nothing. */
  credited: key('credited', maybe(wholeNumber)),
  /** The order that was credited; '' for none. */
  creditedNumber: key('creditedNumber', text()),
})
/** A payment that differs between the gateway's books and the credits. */
export type ReconciliationDifference = CodecValue<typeof ReconciliationDifference>

const Run = record({
  id,
  day: key('day', text()),
  at: key('at', text()),
  /** Who started it; '' for the command line. */
  by: key('by', text()),
  matched: key('matched', wholeNumber),
  /** The number of that day's incidents that were unhandled at the time. */
  incidents: key('incidents', wholeNumber),
  differing: key('differing', wholeNumber),
})
/** A comparison of a day's credits with the gateway's books, and its result. */
export type ReconciliationRun = CodecValue<typeof Run>

/**
 * Finance in the office: a day's totals, orders, incidents, and the reconciliation with the
 * gateway.
 */
export const finance = {
  day: defineRead({
    path: '/api/manage/finance/day',
    who: FINANCE,
    offline: 'online-only',
    input: record({ day: key('day', day(financeTexts.dayNeeded)) }),
    output: record({ totals: key('data', Totals) }),
    rule: codeZero,
  }),
  /** The orders, newest first. */
  orders: defineRead({
    path: '/api/manage/finance/orders',
    who: FINANCE,
    offline: 'online-only',
    input: record({ ...orderFilter, after: key('after', text(v.maxLength(100))) }),
    output: record({ orders: key('data', list(Order)), next: key('next', text()) }),
    rule: codeZero,
  }),
  exportOrders: defineExport('/api/manage/exports/orders', FINANCE, orderFilter),
  /** The incidents, newest first. */
  incidents: defineRead({
    path: '/api/manage/finance/incidents',
    who: FINANCE,
    offline: 'online-only',
    input: record({ ...incidentFilter, after: key('after', text(v.maxLength(20))) }),
    output: record({ incidents: key('data', list(Incident)), next: key('next', text()) }),
    rule: codeZero,
  }),
  exportIncidents: defineExport('/api/manage/exports/incidents', FINANCE, incidentFilter),
  /**
   * Marks an incident as handled, with a note, or as unhandled again. Refused if it already has
   * that state.
   */
  handle: defineWrite({
    path: '/api/manage/finance/handle',
    who: FINANCE,
    input: record({
      id,
      done: key('done', flag),
      note: key('note', requiredText(financeTexts.noteNeeded, 200)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** Compares a day with the gateway's books, which are fetched during the call. */
  reconcile: defineWrite({
    path: '/api/manage/finance/reconcile',
    who: FINANCE,
    ownsTransactions: true,
    input: record({ day: key('day', day(financeTexts.dayNeeded)) }),
    output: record({ id }),
    rule: codeZero,
  }),
  /** The reconciliations, newest first. */
  reconciliations: defineRead({
    path: '/api/manage/finance/reconciliations',
    who: FINANCE,
    offline: 'online-only',
    input: record({ after: key('after', text(v.maxLength(20))) }),
    output: record({ runs: key('data', list(Run)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /**
   * One reconciliation with its differences; id '' is the newest, `run` is null if there is none.
   */
  reconciliation: defineRead({
    path: '/api/manage/finance/reconciliation',
    who: FINANCE,
    offline: 'online-only',
    input: record({ id: key('id', text(v.maxLength(20))) }),
    output: record({
      run: key('data', maybe(Run)),
      differences: key('differences', list(ReconciliationDifference)),
    }),
    rule: codeZero,
  }),
}
