import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { financeTexts } from '../i18n/finance.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, lenientDayField, requiredTextField } from './fields.ts'
import { oneOfCodec, pageOf, wholeNumberKeys, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** The states of an order; '' in a filter is any. */
export const PAYMENT_ORDER_STATES = ['open', 'checking', 'paid', 'closed'] as const
/** The states of an incident; '' in a filter is any. */
export const PAYMENT_INCIDENT_STATES = ['open', 'handled'] as const
/** The kinds of differences between the gateway's books and the credits. */
const DIFFERENCE_KINDS = [
  'not-credited',
  'credited-otherwise',
  'given-back',
  'not-taken',
  'not-asked',
] as const

const id = requiredKey('id', requiredTextField(commonTexts.badField, 20))

/** The groups by which the books are summed up; '' in a filter is the whole books. */
export const BOOK_GROUPS = ['channel', 'item', 'college'] as const

const Totals = recordCodec({
  /** The first day, China time, YYYY-MM-DD. */
  day: requiredKey('day', textCodec()),
  /** The last day; absent on a backend that knows no ranges: the first. */
  to: optionalKey('to', textCodec()),
  /**
   * The amounts credited on that day by channel, fen; `surplus` is the part above what was owed.
   */
  channels: requiredKey(
    'channels',
    listCodec(
      recordCodec({
        way: requiredKey('way', textCodec()),
        ...wholeNumberKeys('count', 'amount', 'surplus'),
      }),
    ),
  ),
  /** The orders created on that day, by their current state. */
  orders: requiredKey(
    'orders',
    listCodec(
      recordCodec({
        state: requiredKey('state', textCodec()),
        count: requiredKey('count', wholeNumberCodec),
        amount: requiredKey('amount', wholeNumberCodec),
      }),
    ),
  ),
  /** The refunds that were detected on that day. */
  refunds: requiredKey(
    'refunds',
    recordCodec({
      count: requiredKey('count', wholeNumberCodec),
      amount: requiredKey('amount', wholeNumberCodec),
    }),
  ),
  /** The number of unhandled incidents of all days. */
  incidents: requiredKey('incidents', wholeNumberCodec),
  /** The incidents noticed in the range, and how many of them are unhandled. */
  noticed: optionalKey('noticed', recordCodec(wholeNumberKeys('count', 'open'))),
  /**
   * The entries of the books summed up by day, channel, item and college (`by`); the sum of each
   * `by` is the sum of the books. `nameTotalGroup` explains the keys.
   */
  groups: optionalKey(
    'groups',
    listCodec(recordCodec({ ...textKeys('by', 'key'), ...wholeNumberKeys('count', 'amount') })),
  ),
})
/** The money of a range of days in China time; amounts in fen. */
export type PaymentTotals = CodecValue<typeof Totals>

/** A range of days, China time, YYYY-MM-DD; '' as the last day is the first. */
const dayRange = {
  day: dayField(financeTexts.dayNeeded),
  to: optionalKey('to', lenientDayField),
}

const entryFilter = {
  ...dayRange,
  by: oneOfCodec(['', ...BOOK_GROUPS]),
  key: textCodec(v.maxLength(100)),
}

const BookEntry = recordCodec({
  /** The transaction of the gateway, the reference, or the name of a counter-entry. */
  transaction: textCodec(),
  student: textCodec(),
  /** The student number, or the exam number of a student without one. */
  studentNumber: textCodec(),
  ...textKeys('name', 'college'),
  year: wholeNumberCodec,
  /** The key of the group 'channel'. */
  channel: textCodec(),
  /** Fen; `part` is what counts for the chosen group. */
  ...wholeNumberKeys('amount', 'part'),
  /** ISO instant. */
  at: textCodec(),
  /** Who recorded it; '' for the gateway and the command line. */
  ...textKeys('by', 'source', 'note'),
})
/** An entry of the books. */
export type BookEntry = CodecValue<typeof BookEntry>

const Order = recordCodec({
  number: requiredKey('number', textCodec()),
  student: requiredKey('student', textCodec()),
  /** The student number, or the exam number of a student without one. */
  studentNumber: requiredKey('studentNumber', textCodec()),
  name: requiredKey('name', textCodec()),
  year: requiredKey('year', wholeNumberCodec),
  /** Fen. */
  amount: requiredKey('amount', wholeNumberCodec),
  state: requiredKey('state', textCodec()),
  /** When it was created and paid, ISO instants; '' for never. */
  at: requiredKey('at', textCodec()),
  paidAt: requiredKey('paidAt', textCodec()),
  /** The channel and the gateway's transaction number; '' while nothing was paid. */
  way: requiredKey('way', textCodec()),
  transaction: requiredKey('transaction', textCodec()),
})
/** An order of the payment service, with its student and payment. */
export type FinanceOrder = CodecValue<typeof Order>

const orderFilter = {
  /** The search text: the number of an order or payment, or a student's number, name or class. */
  find: requiredKey('find', textCodec(v.maxLength(64))),
  state: requiredKey('state', oneOfCodec(['', ...PAYMENT_ORDER_STATES])),
  /** The first and the last day, China time, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDayField),
  to: optionalKey('to', lenientDayField),
}

const Incident = recordCodec({
  id,
  ...textKeys('kind', 'orderNumber', 'transaction'),
  /** Fen. */
  amount: requiredKey('amount', wholeNumberCodec),
  at: requiredKey('at', textCodec()),
  /** The student of the order; '' if no order is known. */
  student: textCodec(),
  studentNumber: requiredKey('studentNumber', textCodec()),
  name: requiredKey('name', textCodec()),
  /** ISO instant; '' while it is unhandled. */
  handledAt: textCodec(),
  handledBy: requiredKey('handledBy', textCodec()),
  note: requiredKey('note', textCodec()),
})
/** A payment problem that a person has to handle. */
export type PaymentIncident = CodecValue<typeof Incident>

const incidentFilter = {
  state: requiredKey('state', oneOfCodec(['', ...PAYMENT_INCIDENT_STATES])),
  /** The first and the last day on which it was noticed, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDayField),
  to: optionalKey('to', lenientDayField),
}

const differenceKeys = {
  kind: requiredKey('kind', oneOfCodec(DIFFERENCE_KINDS)),
  transaction: requiredKey('transaction', textCodec()),
  /** The order number in the gateway's books, or in the credit if there is only a credit. */
  number: requiredKey('number', textCodec()),
  /** The amount that the gateway received, fen; null if the gateway has no such payment. */
  taken: requiredKey('taken', nullableCodec(wholeNumberCodec)),
  /** The amount that was credited, fen; null if nothing was credited. */
  credited: requiredKey('credited', nullableCodec(wholeNumberCodec)),
  /** The order that was credited; '' for none. */
  creditedNumber: requiredKey('creditedNumber', textCodec()),
}
const ReconciliationDifference = recordCodec(differenceKeys)
/** A payment that differs between the gateway's books and the credits. */
export type ReconciliationDifference = CodecValue<typeof ReconciliationDifference>

/** What people have done about a difference, the newest first. */
export const differenceHistory = listCodec(
  recordCodec({
    done: requiredKey('done', booleanCodec),
    ...textKeys('note', 'by', 'at'),
  }),
)

const Line = recordCodec({
  ...differenceKeys,
  /** What was done about it, the newest first; it is settled if the newest entry says so. */
  history: optionalKey('history', differenceHistory),
})
/** A difference with what people have done about it. */
export type ReconciliationLine = CodecValue<typeof Line>

const Run = recordCodec({
  id,
  day: requiredKey('day', textCodec()),
  at: requiredKey('at', textCodec()),
  /** Who started the reconciliation; '' for the command line. */
  by: requiredKey('by', textCodec()),
  matched: requiredKey('matched', wholeNumberCodec),
  /** The trials of the gateway in its books, which are no payments. */
  trials: optionalKey('trials', wholeNumberCodec),
  /** How many of that day's incidents were unhandled at the time of the reconciliation. */
  incidents: wholeNumberCodec,
  differing: requiredKey('differing', wholeNumberCodec),
  /** How many of the differences nobody has settled yet. */
  open: optionalKey('open', wholeNumberCodec),
})
/** A comparison of a day's credits with the gateway's books, and its result. */
export type ReconciliationRun = CodecValue<typeof Run>

/**
 * Finance in the office: the totals and entries of the books, orders, incidents, and the
 * reconciliation with the gateway.
 */
export const finance = {
  day: defineRead({
    path: '/api/manage/finance/day',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec(dayRange),
    output: recordCodec({ totals: requiredKey('data', Totals) }),
    rule: acceptIfCodeZero,
  }),
  /** The groups of the totals as a table. */
  exportTotals: defineExport('/api/manage/exports/financeTotals', FINANCE, dayRange),
  /** The entries of the books of a range of days, or those of one group, newest first. */
  entries: defineRead({
    path: '/api/manage/finance/entries',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({ ...entryFilter, after: textCodec(v.maxLength(150)) }),
    output: pageOf('entries', BookEntry),
    rule: acceptIfCodeZero,
  }),
  exportEntries: defineExport('/api/manage/exports/bookEntries', FINANCE, entryFilter),
  /** The orders, newest first. */
  orders: defineRead({
    path: '/api/manage/finance/orders',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({
      ...orderFilter,
      after: requiredKey('after', textCodec(v.maxLength(100))),
    }),
    output: pageOf('orders', Order),
    rule: acceptIfCodeZero,
  }),
  exportOrders: defineExport('/api/manage/exports/orders', FINANCE, orderFilter),
  /** The incidents, newest first. */
  incidents: defineRead({
    path: '/api/manage/finance/incidents',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({
      ...incidentFilter,
      after: requiredKey('after', textCodec(v.maxLength(20))),
    }),
    output: pageOf('incidents', Incident),
    rule: acceptIfCodeZero,
  }),
  exportIncidents: defineExport('/api/manage/exports/incidents', FINANCE, incidentFilter),
  /**
   * Marks an incident as handled, with a note, or as unhandled again. Refused if the incident
   * already has that state.
   */
  handle: defineWrite({
    path: '/api/manage/finance/handle',
    who: FINANCE,
    input: recordCodec({
      id,
      done: requiredKey('done', booleanCodec),
      note: requiredKey('note', requiredTextField(financeTexts.noteNeeded, 200)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Compares a day with the gateway's books, which are fetched during the call. */
  reconcile: defineWrite({
    path: '/api/manage/finance/reconcile',
    who: FINANCE,
    ownsTransactions: true,
    input: recordCodec({ day: requiredKey('day', dayField(financeTexts.dayNeeded)) }),
    output: recordCodec({ id }),
    rule: acceptIfCodeZero,
  }),
  /**
   * Settles a difference with a note, or opens it again; the end holds for later comparisons too.
   * Refused if the difference already has that state.
   */
  settleDifference: defineWrite({
    path: '/api/manage/finance/settleDifference',
    who: FINANCE,
    input: recordCodec({
      kind: requiredKey('kind', oneOfCodec(DIFFERENCE_KINDS)),
      transaction: requiredKey('transaction', textCodec(v.maxLength(64))),
      number: requiredKey('number', textCodec(v.maxLength(64))),
      done: requiredKey('done', booleanCodec),
      note: requiredKey('note', requiredTextField(financeTexts.noteNeeded, 200)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** The differences of one reconciliation as a table. */
  exportReconciliation: defineExport('/api/manage/exports/reconciliation', FINANCE, { id }),
  /** The reconciliations, newest first. */
  reconciliations: defineRead({
    path: '/api/manage/finance/reconciliations',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({ after: requiredKey('after', textCodec(v.maxLength(20))) }),
    output: pageOf('runs', Run),
    rule: acceptIfCodeZero,
  }),
  /**
   * One reconciliation with its differences. With '' as `id`, the newest reconciliation; `run` is
   * null if there is none.
   */
  reconciliation: defineRead({
    path: '/api/manage/finance/reconciliation',
    who: FINANCE,
    offline: 'online-only',
    input: recordCodec({ id: requiredKey('id', textCodec(v.maxLength(20))) }),
    output: recordCodec({
      run: requiredKey('data', nullableCodec(Run)),
      differences: requiredKey('differences', listCodec(Line)),
    }),
    rule: acceptIfCodeZero,
  }),
}
