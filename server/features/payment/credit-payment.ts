import type { GatewayPayment } from '../../payment-gateways/payment-gateway.ts'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  declareRaceConstraint,
  runTransaction,
} from '../../platform/database/driver/transaction.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findBalances, findOwedAmount } from '../charges/public.ts'
import { confirmReservedBed } from '../dorm/public.ts'
import { markPaymentDone } from '../onboarding-steps/public.ts'
import { allocatePayment, bookPaymentParts } from './allocate-payment.ts'
import { recordIncident } from './incidents.ts'
import { findOrder } from './orders.ts'
import { lockCharges } from './refund-books.ts'

// A transaction or reference can be committed for another student, who is not locked, between the
// check and the insert.
declareRaceConstraint('payment_credit_pkey')

/** The result of crediting a payment. */
export type CreditResult = 'credited' | 'already-credited' | 'wrong-amount' | 'unknown-order'

/**
 * Credits a payment that the gateway has received. It is credited once, with exactly the ordered
 * amount, and in every state of the order, because the money was paid. A payment that does not
 * match is recorded as an incident for finance.
 */
export const creditPayment = (
  db: Db,
  { way, taken, now }: { way: string; taken: GatewayPayment; now: Date },
): Promise<CreditResult> =>
  runTransaction(db, async (tx) => {
    const { number, transaction, amountFen } = taken
    const note = (kind: string, fen = amountFen) =>
      recordIncident(tx, { kind, number, transaction, fen, now })
    const seen = await findOrder(tx, number)
    if (seen === undefined) {
      await note('no such order')
      return 'unknown-order'
    }
    // The student is locked before the order, in the same sequence as when an order is placed, to
    // avoid deadlocks.
    await lockStudent(tx, seen.student_code)
    const order = await tx
      .selectFrom('pay_order')
      .selectAll()
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Locks the charges, so that no price changes between reading and writing.
    await lockCharges(tx, order.student_code)
    const known = await tx
      .selectFrom('payment_credit')
      .select(['transaction', 'kind', 'student_code', 'amount_fen'])
      .where((is) => is.or([is('transaction', '=', transaction), is('order_number', '=', number)]))
      .execute()
    const same = known.find((one) => one.transaction === transaction)
    if (same !== undefined) {
      // Finance recorded this payment from a file before the gateway reported it. It counts once,
      // and nobody needs to pay the order any more.
      if (same.kind !== 'gateway') {
        const isSame =
          same.student_code === order.student_code &&
          same.amount_fen === amountFen &&
          amountFen === order.amount_fen
        await note(isSame ? 'recorded by finance' : 'recorded otherwise by finance')
        await markOrderPaid(tx, number, now)
      }
      return 'already-credited'
    }
    if (known.length > 0) await note('paid twice')
    if (amountFen !== order.amount_fen) {
      await note('wrong amount')
      return 'wrong-amount'
    }
    if (order.state === 'closed') await note('paid after closing')
    // Only an order of the current year completes steps and confirms a bed (D-34, D-49).
    const isOfItsYear = order.year === toChinaYear(order.created_at)
    const own = { student: order.student_code, year: order.year, now }
    // The bed is confirmed before the owed amount is computed, because confirming a bed whose
    // reservation had expired charges it again.
    if (isOfItsYear) await confirmBedOrReport(tx, order.student_code, { now, note })
    const owed = await findOwedAmount(tx, own)
    const { parts, surplus } = allocatePayment(
      await findBalances(tx, { student: order.student_code, now }),
      {
        student: order.student_code,
        year: order.year,
        charge: order.charge_id,
        fen: amountFen,
      },
    )
    if (surplus > 0 || amountFen > owed) await note('surplus', Math.max(surplus, amountFen - owed))
    await tx
      .insertInto('payment_credit')
      .values({
        transaction,
        order_number: number,
        student_code: order.student_code,
        year: order.year,
        way,
        amount_fen: amountFen,
        surplus_fen: surplus,
        credited_at: now,
      })
      .execute()
    await bookPaymentParts(tx, transaction, parts)
    await markOrderPaid(tx, number, now)
    if (isOfItsYear && (await findOwedAmount(tx, own)) === 0) await markPaymentDone(tx, own)
    return 'credited'
  })

const markOrderPaid = (tx: Db, number: string, now: Date) =>
  tx
    .updateTable('pay_order')
    .set({ state: 'paid', updated_at: now })
    .where('number', '=', number)
    .execute()

/**
 * Confirms the reserved bed of a student who has paid, if a bed of this type is left. Otherwise
 * `note` records the incident, and finance decides (security 5).
 */
export async function confirmBedOrReport(
  tx: Db,
  student: string,
  { now, note }: { now: Date; note: (kind: string) => Promise<unknown> },
): Promise<void> {
  const held = await tx
    .selectFrom('dorm_choice')
    .select('type_id')
    .where('student_code', '=', student)
    .executeTakeFirst()
  if (held !== undefined && !(await confirmReservedBed(tx, student, now))) await note('bed lost')
}
