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

/** How an order may stand; '' is any. */
export const ORDER_STATES = ['open', 'checking', 'paid', 'closed'] as const
/** Which incidents are looked at: those that nobody has handled, or the others; '' is any. */
export const INCIDENT_STATES = ['open', 'handled'] as const
/** In what a gateway's books and the credits may differ. */
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
  /** In China, YYYY-MM-DD. */
  day: key('day', text()),
  /** What was credited on that day, fen; `surplus` of it is more than was owed. */
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
  /** The orders that were made on that day, as they stand now. */
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
  /** The refunds that were noticed on that day. */
  refunds: key(
    'refunds',
    record({ count: key('count', wholeNumber), amount: key('amount', wholeNumber) }),
  ),
  /** How many incidents nobody has handled, whenever they were noticed. */
  incidents: key('incidents', wholeNumber),
})
/** A day's money in China; amounts are fen. */
export type DayTotals = CodecValue<typeof Totals>

const Order = record({
  number: key('number', text()),
  student: key('student', text()),
  /** The student number, or the exam number of who has none yet. */
  studentNumber: key('studentNumber', text()),
  name: key('name', text()),
  year: key('year', wholeNumber),
  /** Fen. */
  amount: key('amount', wholeNumber),
  state: key('state', text()),
  /** ISO instants; '' for never. */
  at: key('at', text()),
  paidAt: key('paidAt', text()),
  /** The channel and the gateway's own number; '' while nothing came. */
  way: key('way', text()),
  transaction: key('transaction', text()),
})
/** An order of the payment service, with who made it and what came for it. */
export type FinanceOrder = CodecValue<typeof Order>

const orderFilter = {
  /** An order's or a payment's number, or a student by number, name or class. */
  find: key('find', text(v.maxLength(64))),
  state: key('state', oneOf(['', ...ORDER_STATES])),
  /** The first and the last day in China, YYYY-MM-DD; '' for no end. */
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
  /** Whose order it is; '' where no order is known. */
  student: key('student', text()),
  studentNumber: key('studentNumber', text()),
  name: key('name', text()),
  /** ISO instant, '' while nobody has handled it. */
  handledAt: key('handledAt', text()),
  handledBy: key('handledBy', text()),
  note: key('note', text()),
})
/** Something about money that a person has to look at. */
export type PaymentIncident = CodecValue<typeof Incident>

const incidentFilter = { state: key('state', oneOf(['', ...INCIDENT_STATES])) }

const ReconciliationDifference = record({
  kind: key('kind', oneOf(DIFFERENCES)),
  transaction: key('transaction', text()),
  /** The order as the gateway names it, or as the credit does where there is only that. */
  number: key('number', text()),
  /** What the gateway took, fen; null where it says nothing. */
  taken: key('taken', maybe(wholeNumber)),
  /** What was credited, fen; null for nothing. */
  credited: key('credited', maybe(wholeNumber)),
  /** The order that was credited; '' for none. */
  creditedNumber: key('creditedNumber', text()),
})
/** A payment about which the gateway's books and the credits do not agree. */
export type ReconciliationDifference = CodecValue<typeof ReconciliationDifference>

const Run = record({
  id,
  day: key('day', text()),
  at: key('at', text()),
  /** Who asked for it; '' for the command. */
  by: key('by', text()),
  matched: key('matched', wholeNumber),
  /** How many incidents of that day nobody had handled then. */
  incidents: key('incidents', wholeNumber),
  differing: key('differing', wholeNumber),
})
/** A day's credits beside the gateway's books, when they were compared and what it came to. */
export type ReconciliationRun = CodecValue<typeof Run>

/** Money in the office: a day's sums, orders, incidents, and the comparison with the gateway. */
export const finance = {
  day: defineRead({
    path: '/api/manage/finance/day',
    who: FINANCE,
    offline: 'online-only',
    input: record({ day: key('day', day(financeTexts.dayNeeded)) }),
    output: record({ totals: key('data', Totals) }),
    rule: codeZero,
  }),
  /** Newest first. */
  orders: defineRead({
    path: '/api/manage/finance/orders',
    who: FINANCE,
    offline: 'online-only',
    input: record({ ...orderFilter, after: key('after', text(v.maxLength(100))) }),
    output: record({ orders: key('data', list(Order)), next: key('next', text()) }),
    rule: codeZero,
  }),
  exportOrders: defineExport('/api/manage/exports/orders', FINANCE, orderFilter),
  /** Newest first. */
  incidents: defineRead({
    path: '/api/manage/finance/incidents',
    who: FINANCE,
    offline: 'online-only',
    input: record({ ...incidentFilter, after: key('after', text(v.maxLength(20))) }),
    output: record({ incidents: key('data', list(Incident)), next: key('next', text()) }),
    rule: codeZero,
  }),
  exportIncidents: defineExport('/api/manage/exports/incidents', FINANCE, incidentFilter),
  /** An incident was dealt with, and how; or that is taken back. Refused where it stands so. */
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
  /** Compare a day with the gateway's books, which are asked for while one waits. */
  reconcile: defineWrite({
    path: '/api/manage/finance/reconcile',
    who: FINANCE,
    ownsTransactions: true,
    input: record({ day: key('day', day(financeTexts.dayNeeded)) }),
    output: record({ id }),
    rule: codeZero,
  }),
  /** What was compared, newest first. */
  reconciliations: defineRead({
    path: '/api/manage/finance/reconciliations',
    who: FINANCE,
    offline: 'online-only',
    input: record({ after: key('after', text(v.maxLength(20))) }),
    output: record({ runs: key('data', list(Run)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** One of them with its differences; '' is the newest, null where nothing was compared yet. */
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
