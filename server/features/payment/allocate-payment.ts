import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { ChargeBalance } from '../charges/public.ts'

/** The part of a payment that pays one charge, fen; negative in a counter-entry. */
export interface PaymentPart {
  readonly charge_id: number
  readonly student_code: string
  readonly year: number
  readonly item: string
  readonly amount_fen: number
}

/**
 * Allocates a payment of `fen` to charges, each up to its owed amount: first to `charge`, then to
 * other charges of `year`, then to other years. The rest is `surplus`. The caller must have locked
 * the charges.
 */
export function allocatePayment(
  balances: readonly ChargeBalance[],
  {
    student,
    year,
    charge,
    fen,
  }: { student: string; year: number; charge: number | null; fen: number },
): { readonly parts: readonly PaymentPart[]; readonly surplus: number } {
  const rank = (one: { id: number; year: number }) =>
    one.id === charge ? 0 : one.year === year ? 1 : 2
  const parts: PaymentPart[] = []
  let left = fen
  for (const one of balances.toSorted((a, b) => rank(a) - rank(b))) {
    const part = Math.min(left, one.owed_fen)
    if (part <= 0) continue
    const { id, year: ofYear, item } = one
    parts.push({ charge_id: id, student_code: student, year: ofYear, item, amount_fen: part })
    left -= part
  }
  return { parts, surplus: left }
}

/**
 * Records which charges an entry of the books pays, and changes their paid amounts. The entry must
 * be recorded already.
 */
export async function bookPaymentParts(
  tx: Db,
  transaction: string,
  parts: readonly PaymentPart[],
): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insertInto('payment_part')
    .values(parts.map((part) => ({ transaction, ...part })))
    .execute()
  await sql`
    update charge set paid_fen = paid_fen + part.amount_fen
    from payment_part part where part.transaction = ${transaction} and charge.id = part.charge_id`.execute(
    tx,
  )
}
