import type { CallInput } from '#contract/call'
import { formatYuan, isDay } from '#contract/fields'
import {
  MAX_OUTSIDE_PAYMENT_FEN,
  normalizeReference,
  type outsidePayments,
} from '#contract/outside-payments'
import { outsidePaymentTexts, entrySourceName } from '#i18n/outside-payments'
import { outsidePaymentServerTexts } from '#i18n/outside-payments-server'
import { paymentChannelName } from '#i18n/payment-channels'
import { toChinaDay, toChinaMinute } from '../../platform/clock.ts'
import { studentNumberOf, studentOf } from '../../platform/database/queries/student-number.ts'
import { type HandlerRequest, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findBalances, findPayer } from '../charges/public.ts'
import { auditedHandler, createExportHandler, listOrSearch } from '../office/public.ts'
import { bookOutsidePayment, takeBackOutsidePayment } from './books.ts'
import * as store from './store.ts'

const PAGE = 50
const texts = outsidePaymentTexts
const says = outsidePaymentServerTexts

/** The handlers of payments from outside. */
export const outsidePaymentHandlers: Handlers<typeof outsidePayments> = {
  list: async (ask) => {
    const { input, db } = ask
    const after = parseCursor(input.after)
    const rows = () => store.findOutsidePayments(db, input, { after, most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      entries: found.map((row) => ({
        reference: row.transaction,
        ...studentOf(row),
        year: row.year,
        way: row.way,
        amount: row.amount_fen,
        surplus: row.surplus_fen,
        items: row.items,
        paidOn: row.paid_on ?? '',
        at: row.credited_at.toISOString(),
        by: row.recorded_by ?? '',
        source: row.source,
        note: row.note,
        takenBack:
          row.undone_at === null
            ? null
            : {
                at: row.undone_at.toISOString(),
                by: row.undone_by ?? '',
                note: row.undone_note ?? '',
              },
      })),
      next: last === undefined ? '' : `${last.credited_at.getTime()}.${last.transaction}`,
    })
  },

  export: createExportHandler({
    title: texts.title,
    action: 'exports.outsidePayments',
    columns: [
      { title: texts.reference, cell: ({ transaction }) => transaction },
      { title: texts.studentNumber, cell: studentNumberOf },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.year, cell: ({ year }) => year, numberFormat: '0' },
      { title: texts.way, cell: ({ way }, language) => paymentChannelName(way, language) },
      { title: texts.sum, cell: ({ amount_fen }) => amount_fen / 100, numberFormat: '0.00' },
      { title: texts.surplus, cell: ({ surplus_fen }) => surplus_fen / 100, numberFormat: '0.00' },
      { title: texts.items, cell: ({ items }) => items.join('、') },
      { title: texts.paidOn, cell: ({ paid_on }) => paid_on },
      { title: texts.at, cell: ({ credited_at }) => toChinaMinute(credited_at) },
      { title: texts.by, cell: ({ recorded_by }) => recorded_by },
      { title: texts.source, cell: ({ source }, language) => entrySourceName(source, language) },
      { title: texts.note, cell: ({ note }) => note },
      { title: texts.takenBackAt, cell: ({ undone_at: at }) => at && toChinaMinute(at) },
      { title: texts.takenBackBy, cell: ({ undone_by }) => undone_by },
      { title: texts.reason, cell: ({ undone_note }) => undone_note },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof outsidePayments.export>>) =>
      store.selectOutsidePayments(db, input),
  }),

  payer: async (ask) => {
    const student = await findPayer(ask)
    if (student === undefined) return succeed({ payer: null })
    if ('type' in student) return student
    const charges = await findBalances(ask.db, { student: student.student_code, now: ask.now })
    return succeed({
      payer: {
        ...studentOf(student),
        className: student.class_name,
        charges: charges.map(({ year, item, owed_fen: owed }) => ({ year, item, owed })),
      },
    })
  },

  record: auditedHandler(async ({ input, staff, db, now, audit }) => {
    const { student, year, item, amount, paidOn, way, note } = input
    const reference = normalizeReference(input.reference) ?? ''
    if (amount < 1 || amount > MAX_OUTSIDE_PAYMENT_FEN) return refuse(texts.amountWrong)
    if (!isDay(paidOn)) return refuse(texts.dayNeeded)
    if (paidOn > toChinaDay(now)) return refuse(says.ahead)
    const charges = await findBalances(db, { student, now })
    if (!charges.some((one) => one.year === year && (item === '' || one.item === item)))
      return refuse(says.noCharge)
    const payment = { student, year, item, amountFen: amount, paidOn, way, reference, note }
    const origin = { by: staff.code, source: 'desk', now }
    if (!(await bookOutsidePayment(db, payment, origin))) return refuse(says.known)
    await audit({
      action: 'outsidePayments.record',
      about: `student:${student}`,
      reason: note,
      details: { transaction: reference, way, year, item, amount: formatYuan(amount), paidOn },
    })
    return succeed({})
  }),

  takeBack: auditedHandler(async ({ input, staff, db, now, audit }) => {
    const reference = normalizeReference(input.reference) ?? ''
    const entry = { reference, note: input.reason }
    const result = await takeBackOutsidePayment(db, entry, {
      by: staff.code,
      source: 'desk',
      now,
    })
    switch (result.type) {
      case 'not-found':
        return refuse(says.notFound)
      case 'taken-back-already':
        return refuse(says.takenBackAlready)
      case 'refunded':
        return refuse(says.refunded)
      case 'taken-back':
        await audit({
          action: 'outsidePayments.takeBack',
          about: `student:${result.student}`,
          reason: input.reason,
          details: { transaction: reference },
        })
        return succeed({})
    }
  }),
}

function parseCursor(text: string): store.EntryCursor | undefined {
  const [, at, transaction] = /^(\d{1,15})\.(\S{1,64})$/u.exec(text) ?? []
  return transaction === undefined ? undefined : { at: new Date(Number(at)), transaction }
}
