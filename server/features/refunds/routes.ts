import type { CallInput } from '#contract/call'
import { formatYuan, isDay } from '#contract/fields'
import { normalizeReference } from '#contract/outside-payments'
import type { refunds } from '#contract/refunds'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'
import { refundStateTexts, refundTexts as texts } from '#i18n/refunds'
import { refundServerTexts as says } from '#i18n/refunds-server'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { startOfDay, toChinaDay, toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/driver/transaction.ts'
import { studentNumberOf, studentOf } from '../../platform/database/queries/student-number.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  refuse,
} from '../../platform/http/handler.ts'
import { findPayer } from '../charges/public.ts'
import {
  auditedHandler,
  createExportHandler,
  recordAuditEntry,
  listOrSearch,
} from '../office/public.ts'
import { findAmountLeft, settleRefund } from './gateway-refunds.ts'
import {
  decideRefund,
  findOwedByYear,
  markRefundPaid,
  type RefundResult,
  requestRefund,
} from './requests.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of refunds. */
export const refundHandlers = (gateway: PaymentGateway): Handlers<typeof refunds> => ({
  list: async (ask) => {
    const { input, db, caller } = ask
    const after = parseCursor(input.after)
    const rows = () => store.findRefunds(db, input, { after, most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      refunds: found.map((row) => ({
        number: row.number,
        ...studentOf(row),
        transaction: row.transaction,
        year: row.year,
        channel: row.channel,
        paid: row.payment_fen,
        amount: row.amount_fen,
        way: row.way,
        toYear: row.to_year ?? 0,
        state: row.state,
        reason: row.reason,
        requestedBy: row.requester ?? '',
        requestedAt: row.requested_at.toISOString(),
        decidedBy: row.decider ?? '',
        decidedAt: row.decided_at?.toISOString() ?? '',
        decisionNote: row.decision_note,
        problem: row.problem,
        gatewayRefund: row.gateway_refund ?? '',
        paidWay: row.paid_way,
        paidReference: row.paid_reference ?? '',
        paidOn: row.paid_on ?? '',
        doneAt: row.done_at?.toISOString() ?? '',
        own: caller.role === 'staff' && caller.staff.code === row.requester_code,
      })),
      next: last === undefined ? '' : `${last.requested_at.getTime()}.${last.number}`,
    })
  },

  export: createExportHandler({
    title: texts.title,
    action: 'exports.refunds',
    columns: [
      { title: texts.number, cell: ({ number }) => number },
      { title: outsidePaymentTexts.studentNumber, cell: studentNumberOf },
      { title: outsidePaymentTexts.name, cell: ({ name }) => name },
      { title: texts.year, cell: ({ year }) => year, numberFormat: '0' },
      { title: texts.paidPayment, cell: ({ transaction }) => transaction },
      {
        title: outsidePaymentTexts.way,
        cell: ({ channel }, language) => paymentChannelName(channel, language),
      },
      {
        title: texts.refundAmount,
        cell: ({ amount_fen }) => amount_fen / 100,
        numberFormat: '0.00',
      },
      { title: texts.way, cell: ({ way }, language) => texts[way][language] },
      { title: texts.toYear, cell: ({ to_year }) => to_year, numberFormat: '0' },
      { title: texts.state, cell: ({ state }, language) => refundStateTexts[state][language] },
      { title: texts.reason, cell: ({ reason }) => reason },
      { title: texts.requestedBy, cell: ({ requester }) => requester },
      { title: texts.requestedAt, cell: ({ requested_at }) => toChinaMinute(requested_at) },
      { title: texts.decidedBy, cell: ({ decider }) => decider },
      { title: texts.decidedAt, cell: ({ decided_at: at }) => at && toChinaMinute(at) },
      { title: texts.decisionNote, cell: ({ decision_note }) => decision_note },
      { title: texts.problem, cell: ({ problem }) => problem },
      {
        title: texts.paidWay,
        cell: ({ paid_way }, language) => paymentChannelName(paid_way, language),
      },
      {
        title: texts.paidReference,
        cell: ({ paid_reference, gateway_refund }) => paid_reference ?? gateway_refund,
      },
      { title: texts.paidOn, cell: ({ paid_on }) => paid_on },
      { title: texts.doneAt, cell: ({ done_at: at }) => at && toChinaMinute(at) },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof refunds.export>>) =>
      store.selectRefunds(db, input),
  }),

  payer: async (ask) => {
    const { db, now } = ask
    const student = await findPayer(ask, { mayHaveLeft: true })
    if (student === undefined) return succeed({ payer: null })
    if ('type' in student) return student
    const payments = await store.findRefundablePayments(db, { student: student.student_code })
    const excess = new Map(
      (await store.findExcessOfStudent(db, student.student_code, now)).map(({ year, fen }) => [
        year,
        fen,
      ]),
    )
    const owed = new Map(
      (await findOwedByYear(db, student.student_code, now)).map((one) => [one.year, one.owed]),
    )
    return succeed({
      payer: {
        ...studentOf(student),
        payments: (
          await Promise.all(
            payments.map(async (payment) => ({
              transaction: payment.transaction,
              year: payment.year,
              way: payment.way,
              at:
                payment.paid_on === null
                  ? payment.credited_at.toISOString()
                  : startOfDay(payment.paid_on).toISOString(),
              amount: payment.amount_fen,
              left: await findAmountLeft(db, payment),
              online: payment.kind === 'gateway',
            })),
          )
        ).filter(({ left }) => left > 0),
        years: [...new Set([...excess.keys(), ...owed.keys()])]
          .toSorted((a, b) => b - a)
          .map((year) => ({ year, excess: excess.get(year) ?? 0, owed: owed.get(year) ?? 0 })),
      },
    })
  },

  excess: async (ask) => {
    const { input, db, now } = ask
    const { find } = input
    const after = parseExcessCursor(input.after)
    const rows = () => store.findExcess(db, { find, now }, { after, most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      excess: found.map((row) => ({
        ...studentOf(row),
        year: row.year,
        amount: row.fen,
        pending: row.pending_fen,
      })),
      next: last === undefined ? '' : `${last.fen}.${last.key}`,
    })
  },

  exportExcess: createExportHandler({
    title: texts.excess,
    action: 'exports.excess',
    columns: [
      { title: outsidePaymentTexts.studentNumber, cell: studentNumberOf },
      { title: outsidePaymentTexts.name, cell: ({ name }) => name },
      { title: texts.year, cell: ({ year }) => year, numberFormat: '0' },
      { title: texts.excessAmount, cell: ({ fen }) => fen / 100, numberFormat: '0.00' },
      { title: texts.pending, cell: ({ pending_fen }) => pending_fen / 100, numberFormat: '0.00' },
    ],
    rows: ({ db, input, now }: HandlerRequest<CallInput<typeof refunds.exportExcess>>) =>
      store.selectExcess(db, { find: input.find, now }),
  }),

  request: staffHandler(async ({ input, staff, db, now }) => {
    const result = await requestRefund(db, input, { by: staff.code, now })
    return answer(db, result, { action: 'refunds.request', staff, reason: input.reason, now })
  }),

  decide: staffHandler(async ({ input, staff, db, now, tools: { clock } }) => {
    const { number, approved, note } = input
    const action = approved ? 'refunds.approve' : 'refunds.reject'
    const decided = await runTransaction(db, async (tx) => {
      const result = await decideRefund(tx, input, { by: staff.code, now })
      return answer(tx, result, { action, staff, reason: note, now })
    })
    // The decision stands whatever the gateway answers; it is asked again later.
    if (decided.type === 'ok' && approved) await settleRefund({ db, gateway, clock }, number)
    return decided
  }),

  markPaid: staffHandler(async ({ input, staff, db, now }) => {
    const { number, way, paidOn } = input
    if (!isDay(paidOn)) return refuse(texts.dayNeeded)
    if (paidOn > toChinaDay(now)) return refuse(says.ahead)
    const reference = normalizeReference(input.reference) ?? ''
    const origin = { by: staff.code, now }
    const result = await markRefundPaid(db, { number, way, reference, paidOn }, origin)
    return answer(db, result, {
      action: 'refunds.markPaid',
      staff,
      reason: '',
      details: { way, paidOn, reference },
      now,
    })
  }),

  check: auditedHandler(async ({ input: { number }, db, tools: { clock }, audit }) => {
    const refund = await store.findRefund(db, number)
    if (refund !== undefined)
      await audit({
        action: 'refunds.check',
        about: `student:${refund.student_code}`,
        details: { refund: number },
      })
    return (await settleRefund({ db, gateway, clock }, number)) === 'unavailable'
      ? refuse(says.gatewayAway)
      : succeed({})
  }),
})

// Writes a change to the audit log, or refuses.
async function answer(
  db: Db,
  result: RefundResult,
  {
    action,
    staff,
    reason,
    details = {},
    now,
  }: {
    action: 'refunds.request' | 'refunds.approve' | 'refunds.reject' | 'refunds.markPaid'
    staff: { readonly code: string }
    reason: string
    details?: object
    now: Date
  },
) {
  if ('says' in result) return refuse(result.says)
  const { number, transaction, student_code, amount_fen, way } = result.refund
  await recordAuditEntry(db, {
    staff: staff.code,
    action,
    about: `student:${student_code}`,
    reason,
    details: { refund: number, transaction, way, amount: formatYuan(amount_fen), ...details },
    now,
  })
  return succeed({})
}

function parseCursor(text: string): store.RefundCursor | undefined {
  const [, at, number] = /^(\d{1,15})\.(\w{1,64})$/.exec(text) ?? []
  return number === undefined ? undefined : { at: new Date(Number(at)), number }
}

function parseExcessCursor(text: string): store.ExcessCursor | undefined {
  const [, fen, key] = /^(\d{1,9})\.([\w:-]{1,80})$/.exec(text) ?? []
  return key === undefined ? undefined : { fen: Number(fen), key }
}
