import type { GatewayPayment } from '../../payment-gateways/payment-gateway.ts'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findBalances, findOwedAmount } from '../charges/public.ts'
import { confirmReservedBed } from '../dorm/public.ts'
import { markPaymentDone } from '../onboarding-steps/public.ts'
import { recordIncident } from './incidents.ts'
import { findOrder } from './orders.ts'

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
  db.transaction().execute(async (tx) => {
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
    await tx
      .selectFrom('charge')
      .select('id')
      .where('student_code', '=', order.student_code)
      .orderBy('id')
      .forUpdate()
      .execute()
    const known = await tx
      .selectFrom('payment_credit')
      .select('transaction')
      .where((is) => is.or([is('transaction', '=', transaction), is('order_number', '=', number)]))
      .execute()
    if (known.some((one) => one.transaction === transaction)) return 'already-credited'
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
    const surplus = await allocatePayment(tx, { ...own, charge: order.charge_id, fen: amountFen })
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
    await tx
      .updateTable('pay_order')
      .set({ state: 'paid', updated_at: now })
      .where('number', '=', number)
      .execute()
    if (isOfItsYear && (await findOwedAmount(tx, own)) === 0) await markPaymentDone(tx, own)
    return 'credited'
  })

// A student who has paid keeps the bed if a bed of this type is left; otherwise finance decides
// (security 5).
async function confirmBedOrReport(
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

// Allocates the amount to fees, each up to its owed amount: first to the ordered fee, then to other
// fees of that year, then to older and newer fees. The rest is surplus.
async function allocatePayment(
  tx: Db,
  {
    student,
    year,
    charge,
    fen,
    now,
  }: { student: string; year: number; charge: number | null; fen: number; now: Date },
): Promise<number> {
  const rank = (one: { id: number; year: number }) =>
    one.id === charge ? 0 : one.year === year ? 1 : 2
  let left = fen
  for (const one of (await findBalances(tx, { student, now })).toSorted(
    (a, b) => rank(a) - rank(b),
  )) {
    const part = Math.min(left, one.owed_fen)
    if (part <= 0) continue
    await tx
      .updateTable('charge')
      .set((e) => ({ paid_fen: e('paid_fen', '+', part) }))
      .where('id', '=', one.id)
      .execute()
    left -= part
  }
  return left
}
