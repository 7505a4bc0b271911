import { refundServerTexts } from '#i18n/refunds-server'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { GatewayRefund, PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  declareRaceConstraint,
  runTransaction,
} from '../../platform/database/driver/transaction.ts'
import type { RefundRow } from '../../platform/database/schema/money-tables.ts'
import { notifyPerson } from '../notices/public.ts'
import { recordTrialRefund } from '../payment-trials/public.ts'
import {
  bookRefund,
  findRefundedAmount,
  lockCharges,
  recordIncident,
  type RefundedPayment,
  reportRetainedBed,
} from '../payment/public.ts'
import { findRefund, updateRefund } from './store.ts'

// The same refund can be reported for a payment of a student who was not locked yet.
declareRaceConstraint('payment_credit_pkey')
declareRaceConstraint('refund_gateway_refund_key')

/** The gateway's code for an account of the university without enough money. */
const NOT_ENOUGH = 'NOT_ENOUGH'
/** The shortest and the longest time until the gateway is asked again, seconds. */
const FIRST_CHECK_SECONDS = 30
const LAST_CHECK_SECONDS = 6 * 3600

/** What the functions of refunds need. */
export interface RefundContext {
  readonly db: Db
  readonly gateway: PaymentGateway
  /** The clock, because the gateway may be slow. */
  readonly clock: Clock
}

/**
 * Records what the gateway says about a refund, in any order and any number of times. A refund that
 * returned money is booked once, at most with what is left of its payment, and its student is told;
 * a refund that was made at the gateway itself is booked likewise and reported to finance. A refund
 * of a payment that is not in the books is only reported.
 */
export async function recordGatewayRefund(db: Db, refund: GatewayRefund, now: Date): Promise<void> {
  if (!(await recordTrialRefund(db, refund, now))) await recordStudentRefund(db, refund, now)
}

const recordStudentRefund = (db: Db, refund: GatewayRefund, now: Date): Promise<void> =>
  runTransaction(db, async (tx) => {
    const requested = await findRefund(tx, refund.requestNumber)
    const payment = await findPayment(tx, refund, requested)
    const report = (kind: string, fen = refund.amountFen) =>
      recordIncident(tx, { kind, number: refund.number, transaction: refund.refund, fen, now })
    if (payment === undefined) {
      if (refund.state === 'done') await report('refund without payment')
      if (refund.state === 'stuck') await report('refund stuck')
      return
    }
    await lockCharges(tx, payment.student_code)
    // The refund can have changed until its student was locked. One that was never approved has not
    // been sent, so what has its number was made at the gateway itself.
    const locked = requested && (await findRefund(tx, requested.number))
    const own = locked?.state === 'requested' || locked?.state === 'rejected' ? undefined : locked
    switch (refund.state) {
      case 'done':
        return bookGatewayRefund(tx, { refund, own, payment, report, now })
      case 'stuck':
        await report('refund stuck')
        if (own !== undefined && own.state !== 'done')
          await follow(tx, own, refund, { state: 'stuck', problem: 'ABNORMAL', now })
        return
      case 'processing':
        if (own?.state === 'approved' || own?.state === 'failed')
          await follow(tx, own, refund, { state: 'processing', problem: '', now })
        return
      case 'closed':
        if (own !== undefined && own.state !== 'done')
          await recordFailedRefund(tx, own, { problem: 'CLOSED', now })
    }
  })

// The student was told that the refund is being processed, so the student learns that it is not.
async function recordFailedRefund(
  tx: Db,
  { number, state, student_code, amount_fen: fen }: RefundRow,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await updateRefund(tx, number, { state: 'failed', problem, check_at: null })
  if (state !== 'failed') await notifyEndedRefund(tx, student_code, { fen, now })
}

/** Tells a student that an approved refund returned nothing. */
export const notifyEndedRefund = (
  tx: Db,
  student: string,
  { fen, now }: { fen: number; now: Date },
): Promise<void> =>
  notifyStudent(tx, student, {
    title: refundServerTexts.ended,
    text: refundServerTexts.endedText,
    fen,
    now,
  })

const findPayment = async (
  tx: Db,
  { number }: GatewayRefund,
  requested: RefundRow | undefined,
): Promise<RefundedPayment | undefined> =>
  tx
    .selectFrom('payment_credit')
    .select(['transaction', 'student_code', 'year', 'way', 'amount_fen'])
    .where((e) =>
      requested === undefined
        ? e('order_number', '=', number)
        : e('transaction', '=', requested.transaction),
    )
    .where('kind', '=', 'gateway')
    .orderBy('credited_at')
    .limit(1)
    .executeTakeFirst()

const follow = (
  tx: Db,
  own: RefundRow,
  { refund }: GatewayRefund,
  { state, problem, now }: { state: 'processing' | 'stuck'; problem: string; now: Date },
) =>
  updateRefund(tx, own.number, {
    state,
    problem,
    gateway_refund: refund,
    check_at: nextCheck(own, now),
  })

// The gateway is asked less often, the older the refund is.
function nextCheck({ decided_at }: Pick<RefundRow, 'decided_at'>, now: Date): Date {
  const age = (now.getTime() - (decided_at ?? now).getTime()) / 1000
  return addSeconds(
    now,
    Math.min(LAST_CHECK_SECONDS, Math.max(FIRST_CHECK_SECONDS, Math.floor(age / 4))),
  )
}

async function bookGatewayRefund(
  tx: Db,
  {
    refund,
    own,
    payment,
    report,
    now,
  }: {
    refund: GatewayRefund
    own: RefundRow | undefined
    payment: RefundedPayment
    report: (kind: string, fen?: number) => Promise<void>
    now: Date
  },
): Promise<void> {
  const transaction = `REFUND:${refund.refund}`
  const booked = await tx
    .selectFrom('payment_credit')
    .select('transaction')
    .where('transaction', '=', transaction)
    .executeTakeFirst()
  if (booked !== undefined) return
  // Only what is in the books limits it, not what is reserved: this money has been returned.
  const { fen } = await tx
    .selectFrom('payment_credit')
    .select((e) => e.fn.coalesce(e.fn.sum<string>('amount_fen'), e.lit(0)).as('fen'))
    .where((e) =>
      e.or([e('transaction', '=', payment.transaction), e('reverses', '=', payment.transaction)]),
    )
    .executeTakeFirstOrThrow()
  const amount = Math.min(refund.amountFen, Number(fen))
  // The same money was returned in another way before, so that the student has it twice.
  if (own?.state === 'done') await report('refunded twice')
  else if (amount < refund.amountFen) await report('refunded twice', refund.amountFen - amount)
  if (own === undefined) await report('refund')
  if (amount > 0) {
    const owesMore = await bookRefund(tx, payment, {
      kind: 'refund',
      fen: amount,
      transaction,
      by: own?.decided_by ?? null,
      source: own === undefined ? '' : `refund:${own.number}`,
      note: own?.reason ?? '',
      paidOn: null,
      now,
    })
    if (owesMore)
      await reportRetainedBed(tx, { student: payment.student_code, transaction, fen: amount, now })
    await notifyStudent(tx, payment.student_code, {
      title: refundServerTexts.done,
      text: refundServerTexts.doneText,
      fen: amount,
      now,
    })
  }
  if (own !== undefined && own.state !== 'done')
    await updateRefund(tx, own.number, {
      state: 'done',
      problem: '',
      gateway_refund: refund.refund,
      done_at: now,
      check_at: null,
    })
}

/** Sends a student a notice about an amount, fen. */
export const notifyStudent = (
  tx: Db,
  student: string,
  {
    title,
    text,
    fen,
    now,
  }: {
    title: LocalizedText
    text: { zh: (fen: number) => string; en: (fen: number) => string }
    fen: number
    now: Date
  },
): Promise<void> =>
  notifyPerson(tx, {
    subject: `student:${student}`,
    title,
    content: fillTemplateText(text, fen),
    topic: 'payment',
    now,
  })

/**
 * Sends an approved refund to the gateway, or asks about one that the gateway has, and records the
 * answer. A repetition has the same number, so that the gateway returns the money once. Do not call
 * it inside a transaction, because the gateway may be slow.
 */
export async function settleRefund(
  { db, gateway, clock }: RefundContext,
  number: string,
): Promise<'settled' | 'unavailable'> {
  const refund = await findRefund(db, number)
  if (refund?.way !== 'gateway') return 'settled'
  const { transaction, state, reason, amount_fen: amountFen } = refund
  if (state !== 'approved' && state !== 'processing' && state !== 'stuck') return 'settled'
  const payment = await db
    .selectFrom('payment_credit')
    .select(['order_number', 'amount_fen'])
    .where('transaction', '=', transaction)
    .executeTakeFirstOrThrow()
  const isSent = state !== 'approved'
  const said = isSent
    ? await gateway.queryRefund(number)
    : await gateway.refund({
        requestNumber: number,
        number: payment.order_number ?? '',
        totalFen: payment.amount_fen,
        amountFen,
        reason,
      })
  // A refusal can be about a repetition, so the gateway is asked whether it has the refund.
  const found = said.type === 'refused' ? await gateway.queryRefund(number) : said
  switch (found.type) {
    case 'refund':
      await recordGatewayRefund(db, found, clock.now())
      return 'settled'
    case 'unknown':
      await recordUnknownRefund(db, refund, {
        code: said.type === 'refused' ? said.code : '',
        now: clock.now(),
      })
      return 'settled'
    case 'refused':
    case 'unavailable':
      return 'unavailable'
  }
}

// The gateway does not have the refund. After a refusal that can pass it is sent again later; after
// any other refusal it has failed, and what it reserved is free again.
const recordUnknownRefund = (
  db: Db,
  { number, state, student_code }: RefundRow,
  { code, now }: { code: string; now: Date },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockCharges(tx, student_code)
    const own = await findRefund(tx, number)
    // It can have been paid back elsewhere, or sent by somebody else, while the gateway was asked.
    if (own?.state !== state) return
    if (code === '' || code === NOT_ENOUGH)
      await updateRefund(tx, number, {
        state: 'approved',
        problem: code,
        check_at: nextCheck(own, now),
      })
    else await recordFailedRefund(tx, own, { problem: code, now })
  })

/** What is left of a payment to refund, fen, except for `except`, which is being decided. */
export const findAmountLeft = async (
  db: Db,
  { transaction, amount_fen: fen }: Pick<RefundedPayment, 'transaction' | 'amount_fen'>,
  except?: string,
): Promise<number> => fen - (await findRefundedAmount(db, transaction, except))
