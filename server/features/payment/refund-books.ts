import { sql } from 'kysely'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findOwedAmount } from '../charges/public.ts'
import { reopenPayment } from '../onboarding-steps/public.ts'
import { bookPaymentParts, type PaymentPart } from './allocate-payment.ts'
import { closeSurplusIncident, recordIncident } from './incidents.ts'

/** The states of refunds whose amount is reserved: it may still be returned. */
export const RESERVING_STATES = ['requested', 'approved', 'processing', 'stuck'] as const

/**
 * Locks a student and then the student's charges, until the transaction ends. Every entry of the
 * books is made in this sequence, to avoid deadlocks.
 */
export async function lockCharges(tx: Db, student: string): Promise<void> {
  await lockStudent(tx, student)
  await sql`select from charge where student_code = ${student} order by id for update`.execute(tx)
}

/** Finds what of a payment is refunded, carried over, or reserved for a refund under way; fen. */
export async function findRefundedAmount(
  db: Db,
  transaction: string,
  /** A refund that is not counted, such as the one that is being decided. */
  except = '',
): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select (coalesce((select -sum(amount_fen) from payment_credit
        where reverses = ${transaction} and kind in ('refund', 'carry-over')), 0)
      + coalesce((select sum(amount_fen) from refund
        where transaction = ${transaction} and number <> ${except}
        and state = any(${RESERVING_STATES})), 0))::int as fen`.execute(db)
  return rows[0]?.fen ?? 0
}

/** A payment of which a part is returned. */
export interface RefundedPayment {
  readonly transaction: string
  readonly student_code: string
  readonly year: number
  readonly way: string
  readonly amount_fen: number
}

/**
 * Books the return of `fen` of a payment as a counter-entry. It takes back what the payment has too
 * much first: its surplus, then what it paid on charges that cost less now, then its other parts,
 * the last charge first. The payment step opens again if something is owed now. The caller must have
 * called `lockCharges` and checked that so much of the payment is left. Resolves to whether the
 * student owes more for the current year than before.
 */
export async function bookRefund(
  tx: Db,
  payment: RefundedPayment,
  {
    kind,
    fen,
    transaction,
    by,
    source,
    note,
    paidOn,
    now,
  }: {
    readonly kind: 'refund' | 'carry-over'
    readonly fen: number
    /** The name of the counter-entry, unique forever. */
    readonly transaction: string
    /** The code of the staff member; null for the gateway. */
    readonly by: string | null
    readonly source: string
    readonly note: string
    readonly paidOn: string | null
    readonly now: Date
  },
): Promise<boolean> {
  const { student_code: student, year } = payment
  const thisYear = toChinaYear(now)
  const before = await findOwedAmount(tx, { student, year: thisYear, now })
  const surplus = await findSurplus(tx, payment.transaction)
  let left = fen - Math.min(fen, surplus)
  const charges = await findPaidCharges(tx, payment)
  const taken = new Map<number, number>()
  for (const isExcess of [true, false])
    for (const { charge_id: id, part_fen: part, excess_fen: excess } of charges) {
      const open = (isExcess ? Math.min(part, excess) : part) - (taken.get(id) ?? 0)
      const amount = Math.min(left, Math.max(0, open))
      taken.set(id, (taken.get(id) ?? 0) + amount)
      left -= amount
    }
  const parts: PaymentPart[] = charges.flatMap(({ charge_id, year: of, item }) => {
    const amount = taken.get(charge_id) ?? 0
    return amount === 0
      ? []
      : [{ charge_id, student_code: student, year: of, item, amount_fen: -amount }]
  })
  const ofParts = parts.reduce((sum, { amount_fen: amount }) => sum - amount, 0)
  await tx
    .insertInto('payment_credit')
    .values({
      transaction,
      order_number: null,
      student_code: student,
      year,
      way: payment.way,
      amount_fen: -fen,
      surplus_fen: ofParts - fen,
      credited_at: now,
      kind,
      paid_on: paidOn,
      recorded_by: by,
      source,
      reverses: payment.transaction,
      note,
    })
    .execute()
  await bookPaymentParts(tx, transaction, parts)
  if (surplus > 0 && surplus <= fen)
    await closeSurplusIncident(tx, { transaction: payment.transaction, by, note, now })
  const after = await findOwedAmount(tx, { student, year: thisYear, now })
  if (before === 0 && after > 0) await reopenPayment(tx, student)
  return after > before
}

// What is left of a payment's surplus, fen.
async function findSurplus(tx: Db, transaction: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(surplus_fen), 0)::int as fen from payment_credit
    where transaction = ${transaction} or reverses = ${transaction}`.execute(tx)
  return Math.max(0, rows[0]?.fen ?? 0)
}

interface PaidCharge {
  readonly charge_id: number
  readonly year: number
  readonly item: string
  /** What the payment still pays of the charge, fen. */
  readonly part_fen: number
  /** What is paid on the charge beyond its amount, fen. */
  readonly excess_fen: number
}

// The charges that a payment pays, the last first. For payments from before the books knew their
// parts, these are the paid charges of the student, those of the payment's year first.
async function findPaidCharges(
  tx: Db,
  { transaction, student_code: student, year }: RefundedPayment,
): Promise<readonly PaidCharge[]> {
  const { rows } = await sql<PaidCharge>`
    with own as (
      select charge_id, sum(part.amount_fen)::int as fen from payment_part part
      join payment_credit entry using (transaction)
      where entry.transaction = ${transaction} or entry.reverses = ${transaction} group by charge_id),
    known as (select from payment_part where transaction = ${transaction} limit 1)
    select charge.id as charge_id, year, item,
      case when exists (select from known) then least(own.fen, paid_fen) else paid_fen end as part_fen,
      case when withdrawn_at is null then greatest(0, paid_fen - due_fen) else paid_fen end as excess_fen
    from charge left join own on own.charge_id = charge.id
    where student_code = ${student} and (own.fen > 0 or not exists (select from known)) and paid_fen > 0
    order by year = ${year} desc, year desc, charge.id desc`.execute(tx)
  return rows
}

/**
 * Reports a confirmed bed of a student who owes more since a payment was returned or taken back. The
 * bed stays confirmed, because only a person can decide that somebody loses it.
 */
export async function reportRetainedBed(
  tx: Db,
  {
    student,
    transaction,
    fen,
    now,
  }: { student: string; transaction: string; fen: number; now: Date },
): Promise<void> {
  const year = toChinaYear(now)
  const kept = await tx
    .selectFrom('dorm_choice')
    .select('type_id')
    .where('student_code', '=', student)
    .where('held_until', 'is', null)
    .executeTakeFirst()
  if (kept !== undefined && (await findOwedAmount(tx, { student, year, now })) > 0)
    await recordIncident(tx, { kind: 'bed kept', number: '', transaction, fen, now })
}
