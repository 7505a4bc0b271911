import { outsidePaymentServerTexts } from '#i18n/outside-payments-server'
import { fillTemplateText } from '#i18n/translate'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { findBalances, findOwedAmount, sumOwedInYear } from '../charges/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { markPaymentDone, reopenPayment } from '../onboarding-steps/public.ts'
import {
  allocatePayment,
  bookPaymentParts,
  closeSurplusIncident,
  confirmBedOrReport,
  findRefundedAmount,
  lockCharges,
  recordIncident,
  reportRetainedBed,
} from '../payment/public.ts'

/** Who recorded an entry, and where. */
export interface EntryOrigin {
  /** The code of the staff member; null for the command line. */
  readonly by: string | null
  /** 'desk', or 'import:<id>'. */
  readonly source: string
}

/** A payment that did not come through the gateway. */
export interface OutsidePayment {
  /** The student's code. */
  readonly student: string
  readonly year: number
  /** The item that is paid first; '' for none. */
  readonly item: string
  readonly amountFen: number
  /** The day of the payment in China, YYYY-MM-DD. */
  readonly paidOn: string
  /** The channel, one of `OUTSIDE_PAYMENT_WAYS`. */
  readonly way: string
  /** The normalized reference (`normalizeReference`). */
  readonly reference: string
  readonly note: string
}

/**
 * Records a payment from outside in the books and allocates it to the student's charges, as a
 * payment through the gateway. Returns false if the reference is in the books already, in any
 * state: a reference counts once forever.
 */
export async function bookOutsidePayment(
  tx: Db,
  payment: OutsidePayment,
  { by, source, now }: EntryOrigin & { readonly now: Date },
): Promise<boolean> {
  const { student, year, item, amountFen, paidOn, way, reference, note } = payment
  await lockCharges(tx, student)
  const report = (kind: string, fen = amountFen) =>
    recordIncident(tx, { kind, number: '', transaction: reference, fen, now })
  const thisYear = toChinaYear(now)
  const known = await tx
    .selectFrom('payment_credit')
    .select('transaction')
    .where('transaction', '=', reference)
    .executeTakeFirst()
  if (known !== undefined) return false
  // The bed is confirmed before the owed amount is computed, because confirming a bed whose
  // reservation had expired charges it again.
  if (year === thisYear) await confirmBedOrReport(tx, student, { now, note: report })
  const balances = await findBalances(tx, { student, now })
  const charge = balances.find((one) => one.year === year && one.item === item)?.id ?? null
  const { parts, surplus } = allocatePayment(balances, { student, year, charge, fen: amountFen })
  await tx
    .insertInto('payment_credit')
    .values({
      transaction: reference,
      order_number: null,
      student_code: student,
      year,
      way,
      amount_fen: amountFen,
      surplus_fen: surplus,
      credited_at: now,
      kind: 'outside',
      item,
      paid_on: paidOn,
      recorded_by: by,
      source,
      note,
    })
    .execute()
  await bookPaymentParts(tx, reference, parts)
  const owed = sumOwedInYear(balances, year)
  if (surplus > 0 || amountFen > owed) await report('surplus', Math.max(surplus, amountFen - owed))
  const paysThisYear = year === thisYear || parts.some((part) => part.year === thisYear)
  if (paysThisYear && (await findOwedAmount(tx, { student, year: thisYear, now })) === 0)
    await markPaymentDone(tx, { student, now })
  return true
}

/** The result of taking a payment back, with the code of its student. */
export type TakeBackResult =
  | { readonly type: 'taken-back'; readonly student: string }
  | { readonly type: 'not-found' | 'taken-back-already' | 'refunded' }

/**
 * Takes a payment from outside back by a counter-entry: the paid amounts of its charges fall by
 * exactly what it paid, and the payment step opens again if something is owed now. The student gets
 * a notice. A payment with a refund is not taken back.
 */
export async function takeBackOutsidePayment(
  tx: Db,
  { reference, note }: { readonly reference: string; readonly note: string },
  { by, source, now }: EntryOrigin & { readonly now: Date },
): Promise<TakeBackResult> {
  const entry = await tx
    .selectFrom('payment_credit')
    .selectAll()
    .where('transaction', '=', reference)
    .where('kind', '=', 'outside')
    .where('reverses', 'is', null)
    .executeTakeFirst()
  if (entry === undefined) return { type: 'not-found' }
  const student = entry.student_code
  // A payment for any year can have paid charges of this year.
  const thisYear = toChinaYear(now)
  await lockCharges(tx, student)
  const before = await findOwedAmount(tx, { student, year: thisYear, now })
  const counter = `REVERSAL:${reference}`
  const undone = await tx
    .selectFrom('payment_credit')
    .select('transaction')
    .where('reverses', '=', reference)
    .where('kind', '=', 'outside')
    .executeTakeFirst()
  if (undone !== undefined) return { type: 'taken-back-already' }
  // The whole payment is taken back, so nothing of it can be refunded before or after.
  if ((await findRefundedAmount(tx, reference)) > 0) return { type: 'refunded' }
  await tx
    .insertInto('payment_credit')
    .values({
      ...entry,
      transaction: counter,
      amount_fen: -entry.amount_fen,
      surplus_fen: -entry.surplus_fen,
      credited_at: now,
      recorded_by: by,
      source,
      reverses: reference,
      note,
    })
    .execute()
  const parts = await tx
    .selectFrom('payment_part')
    .select(['charge_id', 'student_code', 'year', 'item', 'amount_fen'])
    .where('transaction', '=', reference)
    .execute()
  await bookPaymentParts(
    tx,
    counter,
    parts.map((part) => ({ ...part, amount_fen: -part.amount_fen })),
  )
  await closeSurplusIncident(tx, { transaction: reference, by, note, now })
  const after = await findOwedAmount(tx, { student, year: thisYear, now })
  if (before === 0 && after > 0) await reopenPayment(tx, student)
  if (after > before)
    await reportRetainedBed(tx, { student, transaction: counter, fen: entry.amount_fen, now })
  const texts = outsidePaymentServerTexts
  await notifyPerson(tx, {
    subject: `student:${student}`,
    title: texts.takenBack,
    content: fillTemplateText(texts.takenBackText, entry.amount_fen, reference, note),
    now,
  })
  return { type: 'taken-back', student }
}
