import type { CallInput } from '#contract/call'
import type { PAID_BACK_WAYS, refunds } from '#contract/refunds'
import { refundServerTexts } from '#i18n/refunds-server'
import type { LocalizedText } from '#i18n/translate'
import { addSeconds, toChinaDay, toChinaSecond, toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { declareRaceConstraint } from '../../platform/database/driver/transaction.ts'
import type { RefundRow } from '../../platform/database/schema/money-tables.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { findBalances, findOwedAmount, sumOwedInYear } from '../charges/public.ts'
import { markPaymentDone } from '../onboarding-steps/public.ts'
import {
  allocatePayment,
  bookPaymentParts,
  bookRefund,
  lockCharges,
  type RefundedPayment,
  reportRetainedBed,
} from '../payment/public.ts'
import { findAmountLeft, notifyEndedRefund, notifyStudent } from './gateway-refunds.ts'
import { findRefund, findRefundablePayments, updateRefund } from './store.ts'

// A reference can be recorded for another refund between the check and the change.
declareRaceConstraint('refund_reference_once')

const says = refundServerTexts
const RETRY_SECONDS = 60

type Refused = { readonly says: LocalizedText }
/** A change of a refund, or why it was not made. */
export type RefundResult = Refused | { readonly refund: RefundRow }

/** Requests a refund. It reserves its amount of the payment until it has ended. */
export async function requestRefund(
  tx: Db,
  { transaction, amount, way, toYear, reason }: CallInput<typeof refunds.request>,
  { by, now }: { by: string; now: Date },
): Promise<RefundResult> {
  const [seen] = await findRefundablePayments(tx, { transaction })
  if (seen === undefined) return { says: says.notFound }
  await lockCharges(tx, seen.student_code)
  const [payment] = await findRefundablePayments(tx, { transaction })
  if (payment === undefined) return { says: says.notFound }
  if (way === 'gateway' && payment.kind !== 'gateway') return { says: says.notOnline }
  if (amount < 1 || amount > (await findAmountLeft(tx, payment))) return { says: says.tooMuch }
  if (way === 'carry-over' && !(await isOwed(tx, payment, { amount, toYear, now })))
    return { says: says.notOwed }
  const refund = await tx
    .insertInto('refund')
    .values({
      number: `RF${toChinaSecond(now).replaceAll(/\D/g, '')}${createSecret()
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .slice(0, 12)}`,
      transaction,
      student_code: payment.student_code,
      amount_fen: amount,
      way,
      to_year: way === 'carry-over' ? toYear : null,
      state: 'requested',
      reason,
      requested_by: by,
      requested_at: now,
      decided_by: null,
      decided_at: null,
      decision_note: '',
      problem: '',
      gateway_refund: null,
      paid_way: '',
      paid_reference: null,
      paid_on: null,
      done_at: null,
      check_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { refund }
}

const isOwed = async (
  tx: Db,
  { student_code: student }: RefundedPayment,
  { amount, toYear, now }: { amount: number; toYear: number; now: Date },
): Promise<boolean> => amount <= (await findOwedAmount(tx, { student, year: toYear, now }))

// A person can have two accounts: they then have one ID number or one phone.
async function isSamePerson(tx: Db, one: string, other: string): Promise<boolean> {
  const same = await tx
    .selectFrom('staff as one')
    .innerJoin('staff as other', (join) =>
      join
        .on('one.code', '=', one)
        .on('other.code', '=', other)
        .on((e) =>
          e.or([
            e.and([e('one.id_card', '<>', ''), e('one.id_card', '=', e.ref('other.id_card'))]),
            e.and([e('one.phone', '<>', ''), e('one.phone', '=', e.ref('other.phone'))]),
          ]),
        ),
    )
    .select('one.code')
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Approves a refund that another person has requested, or rejects one that was not paid. A refund
 * through the gateway has then to be sent (`settleRefund`), one elsewhere to be paid, and a
 * carry-over is booked.
 */
export async function decideRefund(
  tx: Db,
  { number, approved, note, seen }: CallInput<typeof refunds.decide>,
  { by, now }: { by: string; now: Date },
): Promise<RefundResult> {
  const found = await lockRefund(tx, number)
  if (found === undefined) return { says: says.decidedAlready }
  const { refund, payment } = found
  if (seen !== undefined && seen !== refund.state) return { says: says.decidedAlready }
  const decided = { decided_by: by, decided_at: now, decision_note: note }
  if (!approved) {
    // What was sent to the gateway cannot be stopped.
    const isOpen =
      refund.state === 'requested' || (refund.state === 'approved' && refund.way === 'elsewhere')
    if (!isOpen) return { says: says.decidedAlready }
    if (note === '') return { says: says.noteNeeded }
    await updateRefund(tx, number, { state: 'rejected', ...decided })
    if (refund.state === 'approved')
      await notifyEndedRefund(tx, refund.student_code, { fen: refund.amount_fen, now })
    return { refund }
  }
  if (refund.state !== 'requested') return { says: says.decidedAlready }
  if (refund.requested_by === by) return { says: says.samePerson }
  if (await isSamePerson(tx, refund.requested_by, by)) return { says: says.sameHolder }
  if (refund.amount_fen > (await findAmountLeft(tx, payment, number))) return { says: says.tooMuch }
  if (refund.way === 'carry-over') {
    const toYear = refund.to_year ?? 0
    if (!(await isOwed(tx, payment, { amount: refund.amount_fen, toYear, now })))
      return { says: says.notOwed }
    await updateRefund(tx, number, { state: 'done', ...decided, done_at: now })
    await bookCarryOver(tx, { refund, payment, toYear, by, now })
    return { refund }
  }
  await updateRefund(tx, number, {
    state: 'approved',
    ...decided,
    // The gateway is asked at once; the time counts if this server stops before.
    check_at: refund.way === 'gateway' ? addSeconds(now, RETRY_SECONDS) : null,
  })
  await notifyStudent(tx, refund.student_code, {
    title: says.begun,
    text: says.begunText,
    fen: refund.amount_fen,
    now,
  })
  return { refund }
}

// Finds a refund and its payment, with the student locked until the transaction ends.
async function lockRefund(tx: Db, number: string) {
  const seen = await findRefund(tx, number)
  if (seen === undefined) return undefined
  await lockCharges(tx, seen.student_code)
  const refund = await findRefund(tx, number)
  const [payment] = await findRefundablePayments(tx, { transaction: seen.transaction })
  return refund === undefined || payment === undefined ? undefined : { refund, payment }
}

async function bookCarryOver(
  tx: Db,
  {
    refund,
    payment,
    toYear,
    by,
    now,
  }: { refund: RefundRow; payment: RefundedPayment; toYear: number; by: string; now: Date },
): Promise<void> {
  const { number, amount_fen: fen, student_code: student, reason: note } = refund
  const entry = { kind: 'carry-over' as const, by, source: `refund:${number}`, note, now }
  const owesMore = await bookRefund(tx, payment, {
    ...entry,
    fen,
    transaction: `CARRY:${number}:OUT`,
    paidOn: null,
  })
  const balances = (await findBalances(tx, { student, now })).filter(({ year }) => year === toYear)
  const { parts, surplus } = allocatePayment(balances, { student, year: toYear, charge: null, fen })
  const transaction = `CARRY:${number}:IN`
  await tx
    .insertInto('payment_credit')
    .values({
      transaction,
      order_number: null,
      student_code: student,
      year: toYear,
      way: 'carry-over',
      amount_fen: fen,
      surplus_fen: surplus,
      credited_at: now,
      kind: 'carry-over',
      paid_on: toChinaDay(now),
      recorded_by: by,
      source: `refund:${number}`,
      note,
    })
    .execute()
  await bookPaymentParts(tx, transaction, parts)
  const year = toChinaYear(now)
  if (toYear === year && (await findOwedAmount(tx, { student, year, now })) === 0)
    await markPaymentDone(tx, { student, now })
  if (owesMore && toYear !== year)
    await reportRetainedBed(tx, { student, transaction: `CARRY:${number}:OUT`, fen, now })
  await notifyStudent(tx, student, {
    title: says.carried,
    text: {
      zh: (amount) => says.carriedText.zh(amount, toYear),
      en: (amount) => says.carriedText.en(amount, toYear),
    },
    fen,
    now,
  })
}

/** Records that a refund was paid back elsewhere, and books it. */
export async function markRefundPaid(
  tx: Db,
  {
    number,
    way,
    reference,
    paidOn,
  }: {
    number: string
    way: (typeof PAID_BACK_WAYS)[number]
    /** The normalized reference. */
    reference: string
    paidOn: string
  },
  { by, now }: { by: string; now: Date },
): Promise<RefundResult> {
  const found = await lockRefund(tx, number)
  if (found === undefined) return { says: says.decidedAlready }
  const { refund, payment } = found
  const isPayable =
    refund.state === 'stuck' || (refund.state === 'approved' && refund.way === 'elsewhere')
  if (!isPayable) return { says: says.decidedAlready }
  const known = await tx
    .selectFrom('refund')
    .select('number')
    .where('paid_reference', '=', reference)
    .executeTakeFirst()
  if (known !== undefined) return { says: says.referenceKnown }
  // A refund at the gateway itself can have returned the money since.
  if (refund.amount_fen > (await findAmountLeft(tx, payment, number))) return { says: says.tooMuch }
  await updateRefund(tx, number, {
    state: 'done',
    paid_way: way,
    paid_reference: reference,
    paid_on: paidOn,
    done_at: now,
    check_at: null,
  })
  const fen = refund.amount_fen
  const transaction = `REFUND:${number}`
  const owesMore = await bookRefund(tx, payment, {
    kind: 'refund',
    fen,
    transaction,
    by,
    source: `refund:${number}`,
    note: refund.reason,
    paidOn,
    now,
  })
  if (owesMore) await reportRetainedBed(tx, { student: refund.student_code, transaction, fen, now })
  await notifyStudent(tx, refund.student_code, {
    title: says.done,
    text: says.doneText,
    fen,
    now,
  })
  return { refund }
}

/** Lists the owed amounts of a student by year, fen. */
export const findOwedByYear = async (db: Db, student: string, now: Date) => {
  const balances = await findBalances(db, { student, now })
  return [...new Set(balances.map(({ year }) => year))].map((year) => ({
    year,
    owed: sumOwedInYear(balances, year),
  }))
}
